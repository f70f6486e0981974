internal import ArgumentParser

/// Mistakes in the arguments, from the parser's messages.
extension Failure {
  private static let neverAnArgument =
    "run \"vernam encrypt NAME\" and press Enter; then type the message"

  /// The error line and the hint.
  static func mistake(parsing message: String) -> (what: String, hint: String) {
    isOfEncrypt ? mistakeOfEncrypt(message) : (message, hint(parsing: message))
  }

  private static var isOfEncrypt: Bool { command == "encrypt" }

  /// The command that was given, if it exists.
  private static var command: String? {
    let words = GlobalOptions.behindCommand(Array(CommandLine.arguments.dropFirst()))
    return words.first.flatMap { Vernam.isCommand($0) ? $0 : nil }
  }

  /// An argument of `encrypt` that the parser does not know is probably the message itself, so it
  /// is not repeated.
  private static func mistakeOfEncrypt(_ message: String) -> (what: String, hint: String) {
    if message.hasPrefix("Unknown option") {
      if let meant = suggestion(in: message) {
        return ("Unknown option. Did you mean '\(meant)'?", neverAnArgument)
      }
      return (
        "Unknown option (not shown here: it may be your message)",
        "\"vernam help encrypt\" lists the options; \(neverAnArgument)"
      )
    }
    if ["nexpected argument", "nknown option"].contains(where: { message.contains($0) }) {
      return (
        "encrypt needs a name, and at most one file",
        "\(neverAnArgument); a name with spaces needs quotes"
      )
    }
    return (message, hint(parsing: message))
  }

  /// The option that starts with what was typed, or else the parser's suggestion. The parser's
  /// message quotes the typed word first and its suggestion last. Only real options are suggested.
  private static func suggestion(in message: String) -> Substring? {
    let parts = message.split(separator: "'")
    guard parts.count >= 2 else { return nil }
    let options = Vernam.helpMessage(for: Encrypt.self).split { " ,|[]\n".contains($0) }
      .filter { $0.hasPrefix("--") }
    if let longer = options.first(where: { $0.hasPrefix(parts[1]) }), parts[1].count > 3 {
      return longer
    }
    let meant = parts[parts.count - 2]
    return parts.last == "?" && options.contains(meant) ? meant : nil
  }

  /// A hint: the values that an option allows, or where to find help.
  private static func hint(parsing message: String) -> String {
    let options = ["--size", "--max-size", "--for", "--wait", "--split", "--port", "--max-chars"]
    switch options.first(where: { message.contains("invalid for '\($0) <") }) {
    case "--size", "--max-size":
      return "write the size as a number with K, M or G, such as 64M"
    case "--for": return "write the time as 90s, 15m, 2h or 1d; at most 7d"
    case .some: return "write a whole number"
    case nil: break
    }
    if message.hasPrefix("Unknown option") {
      return "run \"vernam help\"; if it is a name or a file, put \"--\" before it"
    }
    if let command { return "run \"vernam help \(command)\" to see how to use it" }
    return "\"vernam help\" lists the commands, \"vernam help COMMAND\" explains one"
  }
}
