/// Mistakes in the arguments.
extension Mistake {
  private static let helpHint =
    "\"vernam help\" lists the commands, and \"vernam help COMMAND\" explains one"
  private static let neverAnArgument =
    "run \"vernam encrypt NAME\" and press Enter; then type the message"
  private static let unknownToEncrypt =
    "there is no such option (not shown here: it may be your message)"
  private static let encryptHint = "\"vernam help encrypt\" lists the options; \(neverAnArgument)"

  private static let oneWordOfPassphrase =
    "there is one word too many (not shown here: it may be your passphrase)"

  private static func aloneHint(_ command: String) -> String {
    let typing = command == "lock" ? "" : ", and type the passphrase when it asks"
    return
      "run \"vernam \(command)\" alone\(typing); if you have typed your passphrase here, choose "
      + "another: the shell may keep it"
  }

  static let arguments = usage + values

  private static let usage: [Mistake] = [
    (["encrypt"], "encrypt needs a name"), (["pair", "-q"], "pair needs a name"),
    (["rename", "bob"], "rename needs two names: the old one and the new one"),
    (["test"], "test needs a file"), (["generate"], "generate needs a file to write to"),
    (["status", "bob", "carol"], "there is one word too many: carol"),
    (["status", "bob", "a", "b"], "there are too many words: 'a', 'b'"),
    (["status", "--json=yes"], "--json takes no value"),
    (["unlock", "--for"], "--for needs a value after it"),
    (["decrypt", "-o"], "-o needs a file after it"),
    (["pair", "carol", "--listen"], "--listen needs a value after it"),
    (["pair", "carol", "--size"], "--size needs a value after it"),
    (
      ["encrypt", "bob", "--binary", "--max-chars", "9"],
      "--binary cannot be split: leave out --max-chars"
    ),
    (
      ["pair", "carol", "--listen", "1", "--connect", "h:2"],
      "use only one of --listen, --connect and --through"
    ),
    (
      ["pair", "carol", "--through", "ssh h nc h 2", "--carry", "x"],
      "use only one of --listen, --connect, --through, --carry and --from"
    ),
    (
      ["pair", "carol", "--through", "ssh 'h"],
      "--through needs a command in which every quotation mark is closed"
    ),
    (["pair", "carol", "--split", "100"], "--split must be from 1 to 99"),
    (
      ["pair", "carol", "--connect", "nowhere"],
      "--connect needs HOST:PORT, with a port up to 65535"
    ),
    (
      ["pair", "carol", "--listen", "99999"],
      "--listen needs PORT or ADDRESS:PORT, with a port up to 65535"
    ),
    (
      ["pair", "carol", "--room", "the office"],
      "--room needs one word of at most 32 letters, digits and hyphens"
    ),
    (
      ["pair", "carol", "--listen", "1", "--room", "office"],
      "leave out --port, --offer and --room: they only affect the search on the network"
    ),
    (
      ["pair", "carol", "--from", "x", "--size", "1M"],
      "--from brings a finished pad: leave out --size and --split"
    ),
    (
      ["pair", "carol", "--carry", "x", "--wait", "9"],
      "--carry and --from do not wait: leave out --wait"
    ),
    (
      ["pair", "carol", "--carry", "x", "--max-size", "1M"],
      "--carry makes the pad: use --size instead of --max-size"
    ),
    (
      ["generate", "-o", "x", "--secret-source"],
      "--secret-source needs --source frames:PATH or bits:PATH"
    ),
    (["encrypt", "bob,"], "a name is missing: write several as bob,carol without spaces"),
    (["encrypt", "bob,bob"], "bob is named twice: write each name once"),
    (["pair", "carol", "--wait", "0"], "--wait must be at least 1 second"),
  ].map { arguments, error in
    Mistake(
      arguments.joined(separator: " "), 64, error: error,
      hint: "for example: \(example(arguments)); \"vernam help \(arguments[0])\" explains it",
      run: { try $0.alice.run(arguments, input: "x\n") })
  }

  private static func example(_ arguments: [String]) -> String {
    let command = arguments[0]
    return switch arguments.dropFirst(2).first ?? command {
    case "--connect": "vernam pair bob --connect 192.0.2.7:4000"
    case "--listen" where arguments.count <= 4: "vernam pair bob --listen 4000"
    case "--size" where arguments.count == 3: "vernam pair bob --size 64M"
    case "--room": "vernam pair bob --room office"
    case "--through" where arguments.count == 4:
      "vernam pair bob --through 'ssh HOST nc localhost 4000'"
    case _ where arguments.contains("--secret-source"):
      "vernam generate --output material --secret-source --source frames:recording"
    case _ where command == "rename": "vernam rename bob robert"
    case _ where command == "generate": "vernam generate --output material"
    case _ where command == "test": "vernam test material"
    case _ where command == "unlock": "vernam unlock --for 2h"
    case _ where command == "decrypt": "vernam decrypt"
    default: "vernam \(command) bob"
    }
  }

  private static let values: [Mistake] = [
    (
      ["status", "--frobnicate"], "there is no option --frobnicate",
      "\"vernam help status\" lists the options; a name or file that begins with a dash "
        + "needs \"--\" before it"
    ),
    // No option is near enough.
    (
      ["chat", "bob", "--foo"], "there is no option --foo",
      "\"vernam help chat\" lists the options; a name or file that begins with a dash "
        + "needs \"--\" before it"
    ),
    (
      ["chat"], "chat needs a name",
      "for example: vernam chat bob; \"vernam help chat\" explains it"
    ),
    (
      ["outbox"], "outbox needs a name",
      "for example: vernam outbox bob; \"vernam help outbox\" explains it"
    ),
    (
      ["decrypt", "-qo"], "there is no option -qo",
      "\"vernam help decrypt\" lists the options; a name or file that begins with a dash "
        + "needs \"--\" before it"
    ),
    (
      ["pair", "bob", "--conect", "x:1"], "there is no option --conect; did you mean --connect?",
      "\"vernam help pair\" lists the options; a name or file that begins with a dash "
        + "needs \"--\" before it"
    ),
    (
      ["encrypt", "--max-char", "160", "bob"], "there is no such option; did you mean --max-chars?",
      neverAnArgument
    ),
    (
      ["--quiet", "encrypt", "bob", "--out", "x"],
      "there is no such option; did you mean --output?",
      neverAnArgument
    ),
    (["encrypt", "bob", "-secret"], unknownToEncrypt, encryptHint),
    (["encrypt", "bob", "--tomorrow"], unknownToEncrypt, encryptHint),
    (
      ["encrypt", "bob", "--see you. Did you mean '--noon'?"], unknownToEncrypt, encryptHint
    ),
    (["passphrase", "hunter2"], oneWordOfPassphrase, aloneHint("passphrase")),
    (["unlock", "--for", "2h", "hunter2", "x"], oneWordOfPassphrase, aloneHint("unlock")),
    (["init", "hunter2"], oneWordOfPassphrase, aloneHint("init")),
    (["lock", "hunter2"], oneWordOfPassphrase, aloneHint("lock")),
    (
      ["passphrase", "-secret"],
      "there is no such option (not shown here: it may be your passphrase)",
      "\"vernam help passphrase\" lists the options; \(aloneHint("passphrase"))"
    ),
    (
      ["passphrase", "--new", "x"], "there is no such option; did you mean --new-passphrase-file?",
      aloneHint("passphrase")
    ),
    (["--vault"], "--vault needs a value after it", helpHint),
    (
      ["-q", "--passphrase-file"], "--passphrase-file needs a file after it",
      helpHint
    ),
    (["--vault", "--vault"], "no command was given", "\"vernam help\" lists all commands"),
    (["-q", "--vault=x"], "no command was given", "\"vernam help\" lists all commands"),
    (
      ["--vault", "x", "--frobnicate", "status"], "there is no option --frobnicate", helpHint
    ),
    (
      ["--copy", "encrypt", "bob"], "there is no option --copy",
      "write it after the command: vernam encrypt --copy"
    ),
    (
      ["encrypt", "bob", "--max-chars", "many"],
      "--max-chars cannot be many", "write a whole number"
    ),
    (
      ["pair", "carol", "--size", "lots"], "--size cannot be lots",
      "write the size as a number with K, M or G, such as 64M"
    ),
    (
      ["unlock", "--for", "8d"], "--for needs a time from 1s to 7d, such as 15m, not 8d",
      "write the time as 90s, 15m, 2h or 1d; at most 7d"
    ),
  ].map { arguments, error, hint in
    Mistake(
      arguments.joined(separator: " "), 64, error: error, hint: hint,
      run: { try $0.alice.run(arguments, input: "x\n") })
  }
}
