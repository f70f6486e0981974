internal import ArgumentParser
internal import Wording

/// Mistakes in the arguments, from the parser's messages.
extension Failure {
  static let neverAnArgument =
    "run \"vernam encrypt NAME\" and press Enter; then type the message"

  /// The error line and the hint.
  static func mistake(parsing message: String) -> (what: String, hint: String) {
    // The parser has a second guess at letters behind one dash.
    let guess = message.firstRange(of: "\n   or: ")?.lowerBound ?? message.endIndex
    let message = String(message[..<guess])
    if let command, let mistake = secretMistake(message, of: command) { return mistake }
    return (sentence(parsing: message), hint(parsing: message))
  }

  /// The command that was given, if it exists.
  private static var command: String? {
    let words = GlobalOptions.behindCommand(Array(CommandLine.arguments.dropFirst()))
    return words.first.flatMap { Vernam.subcommand($0) == nil ? nil : $0 }
  }

  /// What to do instead of writing a text or a passphrase on the command line.
  private static func secretHint(of command: String) -> String {
    if command == "encrypt" { return neverAnArgument }
    let typing = command == "lock" ? "" : ", and type the passphrase when it asks"
    return
      "run \"vernam \(command)\" alone\(typing); if you have typed your passphrase here, choose "
      + "another: the shell may keep it"
  }

  /// An argument that the parser does not know is probably the message itself after `encrypt`, and a
  /// passphrase after these, so it is not repeated. Nil for other mistakes.
  private static func secretMistake(
    _ message: String, of command: String
  ) -> (what: String, hint: String)? {
    let isMessage = command == "encrypt"
    guard isMessage || ["init", "unlock", "lock", "passphrase"].contains(command) else {
      return nil
    }
    let isHidden = "not shown here: it may be your \(isMessage ? "message" : "passphrase")"
    if message.hasPrefix("Unknown option") {
      if let meant = suggestion(in: message, of: command) {
        return ("there is no such option; did you mean \(meant)?", secretHint(of: command))
      }
      return (
        "there is no such option (\(isHidden))",
        "\"vernam help \(command)\" lists the options; \(secretHint(of: command))"
      )
    }
    guard ["nexpected argument", "nknown option"].contains(where: { message.contains($0) }) else {
      return nil
    }
    return isMessage
      ? (
        "encrypt needs a name, and at most one file",
        "\(neverAnArgument); a name with spaces needs quotes"
      ) : ("there is one word too many (\(isHidden))", secretHint(of: command))
  }

  /// The command before which its option was written, with that option; nil if it has no such option.
  private static func laterCommand(with message: String) -> String? {
    let parts = message.split(separator: "'")
    guard parts.count >= 2,
      let command = CommandLine.arguments.first(where: { Vernam.subcommand($0) != nil }),
      options(of: command).contains(parts[1])
    else { return nil }
    return "vernam \(command) \(parts[1])"
  }

  private static func options(of command: String) -> [Substring] {
    guard let type = Vernam.subcommand(command) else { return [] }
    return Vernam.helpMessage(for: type).split { " ,|[]\n".contains($0) }
      .filter { $0.hasPrefix("--") }
  }

  /// The option that starts with what was typed, or else the parser's suggestion. The parser's
  /// message quotes the typed word first and its suggestion last. Only real options are suggested.
  private static func suggestion(in message: String, of command: String) -> Substring? {
    let parts = message.split(separator: "'")
    guard parts.count >= 2 else { return nil }
    let options = options(of: command)
    if let longer = options.first(where: { $0.hasPrefix(parts[1]) }), parts[1].count > 3 {
      return longer
    }
    let meant = parts[parts.count - 2]
    return parts.last == "?" && options.contains(meant) && isNear(parts[1], meant) ? meant : nil
  }

  /// Whether somebody may have meant `option`: its first letter is seldom wrong.
  private static func isNear(_ typed: Substring, _ option: Substring) -> Bool {
    let (typed, option) = (typed.drop { $0 == "-" }, option.dropFirst(2))
    return typed.first == option.first
      && NearestWord.find(String(typed), among: [String(option)]) != nil
  }

  /// The parser's message in our words; it quotes what was typed, and options.
  private static func sentence(parsing message: String) -> String {
    let parts = message.split(separator: "'", omittingEmptySubsequences: false).map(String.init)
    guard parts.count >= 3 else { return message }
    let (start, typed) = (parts[0], parts[1])
    switch start {
    case "Unknown option ":
      let isNear = parts.count == 5 && isNear(parts[1][...], parts[3][...])
      let meant = isNear ? "; did you mean \(parts[3])?" : ""
      return "there is no option \(typed)\(meant)"
    case "Missing expected argument ": return "\(command ?? "this") needs \(need(typed))"
    case "Missing value for ": return needsValue(typed)
    case "The option ": return "\(typed) takes no value"
    case "The value ":
      let option = parts.last { $0.hasPrefix("--") || $0.hasPrefix("-o") } ?? "this option"
      return option.contains("<time>")
        ? "\(name(option)) needs a time from 1s to 7d, such as 15m, not \(typed)"
        : "\(name(option)) cannot be \(typed)"
    case _ where start.hasSuffix("nexpected argument "):
      return "there is one word too many: \(typed)"
    case _ where start.hasSuffix(" unexpected arguments: "):
      return "there are too many words: \(message.dropFirst(start.count))"
    default: return message
    }
  }

  /// The error for an option at the end of the line, such as `--vault <vault>`, without its value.
  static func needsValue(_ option: String) -> String {
    let isOfFile = ["file", "output", "material"].contains { option.contains($0) }
    return "\(name(option)) needs \(isOfFile ? "a file" : "a value") after it"
  }

  /// `--size` of `--size <size>`.
  private static func name(_ option: String) -> Substring { option.prefix { $0 != " " } }

  /// What is missing, by the parser's name for it.
  private static func need(_ argument: String) -> String {
    switch argument {
    case "<old>", "<new>": "two names: the old one and the new one"
    case "<file>": "a file"
    case _ where argument.contains("output"): "a file to write to"
    default: "a name"
    }
  }

  /// A value for each option that may be typed without one.
  private static let values = [
    "--listen": "4000", "--connect": "192.0.2.7:4000", "--size": "64M", "--max-size": "1G",
    "--split": "30", "--wait": "600", "--port": "4000", "--room": "office",
    "--offer": "amber-otter-417", "--carry": "/media/stick/pad", "--from": "/media/stick/pad",
    "--material": "material", "--max-chars": "160", "--keep": "--material material",
    "--seal": "--carry /media/stick/pad", "--lock-after": "15m",
    "--carry-passphrase-file": "phrase --carry /media/stick/pad",
    "--through": "'ssh HOST nc localhost 4000'",
    "--secret-source": "--source frames:recording",
    "--trust-device": "TPM --source hwrng:/dev/hwrng",
  ]

  /// One whole command of each kind, which mends what the message says.
  private static func example(_ command: String, _ message: String) -> String {
    let needy = values.first { option, _ in
      message.hasPrefix("\(option) needs") || message.hasPrefix("Missing value for '\(option) ")
    }
    return example(command) + (needy.map { " \($0.key) \($0.value)" } ?? "")
  }

  private static func example(_ command: String) -> String {
    switch command {
    case "pair", "encrypt", "status", "skip", "forget", "chat", "outbox": "vernam \(command) bob"
    case "rename": "vernam rename bob robert"
    case "generate": "vernam generate --output material"
    case "test": "vernam test material"
    case "unlock": "vernam unlock --for 2h"
    default: "vernam \(command)"
    }
  }

  /// A hint: the values that an option allows, or a command that works.
  private static func hint(parsing message: String) -> String {
    let options = [
      "--size", "--max-size", "--for", "--extractor", "--wait", "--split", "--port", "--max-chars",
    ]
    if message.hasPrefix("Unknown option"), command == nil, let later = laterCommand(with: message)
    {
      return "write it after the command: \(later)"
    }
    switch options.first(where: { message.contains("invalid for '\($0) <") }) {
    case "--size", "--max-size":
      return "write the size as a number with K, M or G, such as 64M"
    case "--for": return "write the time as 90s, 15m, 2h or 1d; at most 7d"
    case "--extractor": return "write toeplitz or von-neumann"
    case .some: return "write a whole number"
    case nil: break
    }
    guard let command else { return overview }
    if message.hasPrefix("Unknown option") {
      return "\"vernam help \(command)\" lists the options; a name or file that begins with a dash "
        + "needs \"--\" before it"
    }
    let isName = command == "rename" && message.contains("nexpected argument")
    return "for example: \(example(command, message)); \"vernam help \(command)\" explains it"
      + (isName ? "; a name with spaces needs quotes" : "")
  }

  static let overview =
    "\"vernam help\" lists the commands, and \"vernam help COMMAND\" explains one"
}
