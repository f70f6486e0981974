/// What can be wrong with a name, the arguments, or the other end.
extension Mistake {
  private static let nameHint =
    "use 1 to 64 bytes without comma, slash or control characters, no dash or dot in front"
  private static let helpHint =
    "\"vernam help\" lists the commands, \"vernam help COMMAND\" explains one"
  private static let pairHint =
    "check that both run \"vernam pair\" on one network; where it blocks multicast: "
    + "--listen PORT on one machine, --connect HOST:PORT on the other"
  private static let unknownHint =
    "\"vernam contacts\" lists them; \"vernam pair\" makes one"

  static let contacts =
    [
      Mistake(
        "nobody of that name", 64, error: "there is no contact carol", hint: unknownHint,
        run: { try $0.alice.run(["encrypt", "carol"], input: "x\n") }),
      Mistake(
        "one of two unknown", 64, error: "there is no contact carol", hint: unknownHint,
        run: { try $0.alice.run(["encrypt", "bob,carol"], input: "x\n") }),
      Mistake(
        "the status of nobody", 64, error: "there is no contact carol", hint: unknownHint,
        run: { try $0.alice.run(["status", "carol"]) }),
      Mistake(
        "a name for nobody", 64, error: "there is no contact carol", hint: unknownHint,
        run: { try $0.alice.run(["rename", "carol", "dave"]) }),
      Mistake(
        "a name that is taken", 73, error: "there is a contact bob already",
        hint: "choose another name", run: { try $0.alice.run(["rename", "bob", "bob"]) }),
      Mistake(
        "a command that is none", 64, error: "there is no command frobnicate",
        hint: "\"vernam help\" lists the commands",
        run: { try $0.alice.run(["frobnicate", "bob"]) }),
      Mistake(
        "help for a command that is none", 64, error: "there is no command forgt",
        hint: "\"vernam help\" lists the commands", run: { try $0.alice.run(["help", "forgt"]) }),
      Mistake(
        "a message instead of a command", 64, error: "there is no command of that name",
        hint: "\"vernam help\" lists the commands", run: { try $0.alice.run(["See you at noon"]) }),
      Mistake(
        "the vault's own file as material", 66, error: "VAULT/vault is inside the vault",
        hint: "name a file of bytes",
        run: {
          try $0.alice.run([
            "pair", "carol", "--carry", "\($0.directory)/new", "--size", "26K", "--material",
            "\($0.alice.vault)/vault",
          ])
        }),
      Mistake(
        "nobody to forget", 64, error: "there is no contact carol", hint: unknownHint,
        run: { try $0.alice.run(["forget", "carol", "--yes"]) }),
      Mistake(
        "nobody to ask", 64, error: "there is no terminal to ask whether to destroy bob's pad",
        hint: "say --yes", run: { try $0.alice.run(["forget", "bob"], input: "y\n") }),
      Mistake(
        "no answer where to connect", 69,
        error: "the other end did not answer: Connection refused", hint: pairHint,
        run: {
          try $0.alice.run(["pair", "carol", "--connect", "127.0.0.1:1", "--wait", "1", "--quiet"])
        }),
      Mistake(
        "nobody connects", 69, error: "the other end did not answer", hint: pairHint,
        run: {
          try $0.alice.run(["pair", "carol", "--listen", "127.0.0.1:0", "--wait", "1", "--quiet"])
        }),
      Mistake(
        "no carried pad", 66, error: "HERE/none: No such file or directory",
        hint: "see to the file or the medium, and try again",
        run: { try $0.alice.run(["pair", "carol", "--from", "\($0.directory)/none"]) }),
      Mistake(
        "something else than a carried pad", 65, error: "HERE/prose is not a carried pad",
        hint: "name the file that --carry wrote",
        prepare: { try String(repeating: "x", count: 5000).save(at: "\($0.directory)/prose") },
        run: { try $0.alice.run(["pair", "carol", "--from", "\($0.directory)/prose"]) }),
      Mistake(
        "a carried pad that was altered", 65, error: "HERE/copy is damaged or cut short",
        hint: "make a fresh one with --carry; forget this one at the other end",
        prepare: { ends in
          var bytes = ends.carried
          bytes[5000] ^= 1
          bytes[20] ^= 1
          try writeCopy(bytes, ends)
        },
        run: { try $0.alice.run(["pair", "carol", "--from", "\($0.directory)/copy", "--quiet"]) }),
      Mistake(
        "a pad that is held already", 65, error: "this pad is, or was, already in this vault",
        hint:
          "each pad is taken in once: make a fresh one with \"vernam pair\"; destroy a carried file",
        prepare: { try writeCopy($0.carried, $0) },
        run: { try $0.alice.run(["pair", "carol", "--from", "\($0.directory)/copy", "--quiet"]) }),
    ] + badNames + usage

  private static let badNames = [
    "", ",", "a,b", "a/b", ".hidden", "a\u{7}b", "a\u{202e}b",
    String(repeating: "n", count: 65),
  ].flatMap { name in
    [
      Mistake(
        "pairing with \(name.debugDescription)", 64, error: "that is not a name for a contact",
        hint: nameHint,
        run: { try $0.alice.run(["pair", name, "--carry", "\($0.directory)/new"]) }),
      Mistake(
        "renaming to \(name.debugDescription)", 64, error: "that is not a name for a contact",
        hint: nameHint, run: { try $0.alice.run(["rename", "bob", name]) }),
    ]
  }

  private static let usage: [Mistake] = [
    (["status", "--frobnicate"], "Unknown option '--frobnicate'"),
    (["encrypt"], "Missing expected argument '<names>'"),
    (
      ["encrypt", "bob", "--max-chars", "many"],
      "The value 'many' is invalid for '--max-chars <max-chars>'"
    ),
    (
      ["encrypt", "bob", "--binary", "--max-chars", "9"],
      "--binary has no parts: drop --max-chars"
    ),
    (
      ["pair", "carol", "--listen", "1", "--connect", "h:2"],
      "choose one of --listen, --connect, --carry and --from"
    ),
    (["pair", "carol", "--split", "100"], "--split is from 1 to 99"),
    (["pair", "carol", "--connect", "nowhere"], "--connect takes HOST:PORT"),
    (["pair", "carol", "--wait", "0"], "--wait is at least 1 second"),
  ].map { arguments, error in
    Mistake(
      arguments.joined(separator: " "), 64, error: error, hint: helpHint,
      run: { try $0.alice.run(arguments, input: "x\n") })
  }
}
