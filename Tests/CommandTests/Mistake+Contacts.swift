/// Mistakes with a name, the arguments, or the other end.
extension Mistake {
  private static let nameHint =
    "use 1 to 64 bytes without comma, slash or control characters, no dash or dot in front"
  private static let helpHint =
    "\"vernam help\" lists the commands, \"vernam help COMMAND\" explains one"
  private static let pairHint =
    "run \"vernam pair NAME\" there, and see that no firewall stops it"
  private static let neverAnArgument =
    "leave FILE out and type the message, or pipe it in; never give it as an argument"
  private static let unknownToEncrypt = "Unknown option, not shown since it may be the message"
  private static let encryptHint = "\"vernam help encrypt\" lists the options; \(neverAnArgument)"
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
        "the name that it has", 73, error: "that is its name already",
        hint: "choose another name", run: { try $0.alice.run(["rename", "bob", "bob"]) }),
      Mistake(
        "a merge with nobody", 64, error: "there is no contact carol", hint: unknownHint,
        run: { try $0.alice.run(["rename", "--merge", "bob", "carol"]) }),
      Mistake(
        "a name that is taken", 73, error: "there is a contact carol already",
        hint: "choose another name; the same person's pads are put together by --merge",
        prepare: {
          try $0.alice.succeed([
            "pair", "carol", "--carry", "\($0.directory)/second", "--size", "32K",
          ])
        },
        run: { try $0.alice.run(["rename", "bob", "carol"]) }),
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
        "no pad whose id begins so", 64,
        error: "there is no contact 0badf00d, and no pad whose id begins so",
        hint: "\"vernam status --json\" has the 32 digits of each",
        run: { try $0.alice.run(["forget", "0badf00d", "--yes"]) }),
      Mistake(
        "nobody to ask", 64, error: "there is no terminal to ask whether to destroy bob's pad",
        hint: "say --yes", run: { try $0.alice.run(["forget", "bob"], input: "y\n") }),
      Mistake(
        "no answer where to connect", 69,
        error: "the other end did not answer: Connection refused",
        hint: "run \"vernam pair NAME --listen 1\" there, and check address, port and firewall",
        run: {
          try $0.alice.run(["pair", "carol", "--connect", "127.0.0.1:1", "--wait", "1", "--quiet"])
        }),
      Mistake(
        "nobody connects", 69, error: "the other end did not answer", hint: pairHint,
        run: {
          try $0.alice.run(["pair", "carol", "--listen", "127.0.0.1:0", "--wait", "1", "--quiet"])
        }),
      Mistake(
        "a carried pad where there is no directory", 73,
        error: "HERE/none/new: No such file or directory",
        hint: "name another file or directory",
        run: { try $0.alice.run(["pair", "carol", "--carry", "\($0.directory)/none/new"]) }),
      Mistake(
        "a pad with which the taker could never write, before anybody is waited for", 64,
        error: "no pad has this size and split",
        hint: "a pad has from 768 bytes to 16 TiB (--size), and each end some of it (--split)",
        run: { try $0.alice.run(["pair", "carol", "--listen", "0", "--size", "767"]) }),
      Mistake(
        "a pad with which the taker could never write", 64, error: "no pad has this size and split",
        hint: "a pad has from 768 bytes to 16 TiB (--size), and each end some of it (--split)",
        run: {
          try $0.alice.run(["pair", "carol", "--carry", "\($0.directory)/new", "--size", "300"])
        }),
      Mistake(
        "material for no pad", 64, error: "the material has 60 bytes, and a pad takes at least 832",
        hint: "bring more material: \"vernam generate\" makes some",
        prepare: { try String(repeating: "x", count: 60).save(at: "\($0.directory)/short") },
        run: {
          try $0.alice.run([
            "pair", "carol", "--carry", "\($0.directory)/new", "--material",
            "\($0.directory)/short",
          ])
        }),
      Mistake(
        "a byte to test", 65, error: "1 byte is too few to test", hint: "bring at least 256",
        run: { try $0.alice.run(["test", "-"], input: "x") }),
      Mistake(
        "no carried pad", 66, error: "HERE/none: No such file or directory",
        hint: "see to the file or the medium, and try again",
        run: { try $0.alice.run(["pair", "carol", "--from", "\($0.directory)/none"]) }),
      Mistake(
        "something other than a carried pad", 65, error: "HERE/prose is not a carried pad",
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
        "a carried pad that is larger than what is accepted", 64,
        error: "HERE/copy holds a pad of 64.0 KiB, and 32.0 KiB is the most accepted",
        hint: "raise --max-size, or make a smaller one with --carry",
        prepare: {
          try $0.bob.succeed(["pair", "zoe", "--carry", "\($0.directory)/copy", "--size", "64K"])
        },
        run: {
          try $0.alice.run([
            "pair", "carol", "--from", "\($0.directory)/copy", "--max-size", "32K",
          ])
        }),
      Mistake(
        "a carried pad that is a byte larger", 64,
        error: "HERE/copy holds a pad of 65536 bytes, and 65535 bytes is the most accepted",
        hint: "raise --max-size, or make a smaller one with --carry",
        prepare: {
          try $0.bob.succeed(["pair", "zoe", "--carry", "\($0.directory)/copy", "--size", "64K"])
        },
        run: {
          try $0.alice.run([
            "pair", "carol", "--from", "\($0.directory)/copy", "--max-size", "65535",
          ])
        }),
      Mistake(
        "a pad that is held already", 65, error: "this pad is, or was, already in this vault",
        hint:
          "a carried file is for the other end, and for once; if it was taken in there, destroy it",
        prepare: { try writeCopy($0.carried, $0) },
        run: { try $0.alice.run(["pair", "carol", "--from", "\($0.directory)/copy", "--quiet"]) }),
    ] + badNames + usage + values

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
    (["encrypt"], "Missing expected argument '<names>'"),
    (
      ["encrypt", "bob", "--binary", "--max-chars", "9"],
      "--binary has no parts: drop --max-chars"
    ),
    (
      ["pair", "carol", "--listen", "1", "--connect", "h:2"],
      "choose one of --listen, --connect, --carry and --from"
    ),
    (["pair", "carol", "--split", "100"], "--split is from 1 to 99"),
    (
      ["pair", "carol", "--connect", "nowhere"],
      "--connect takes HOST:PORT, with a port up to 65535"
    ),
    (
      ["pair", "carol", "--listen", "99999"],
      "--listen takes PORT or ADDRESS:PORT, with a port up to 65535"
    ),
    (
      ["pair", "carol", "--from", "x", "--size", "1M"],
      "--from takes in a whole pad: drop --size and --split"
    ),
    (
      ["pair", "carol", "--carry", "x", "--wait", "9"],
      "--carry and --from wait for nobody: drop --wait"
    ),
    (
      ["pair", "carol", "--carry", "x", "--max-size", "1M"],
      "--max-size is for a pad that is taken: drop it, or say --size"
    ),
    (
      ["generate", "-o", "x", "--secret-source"],
      "--secret-source goes with --source frames:PATH"
    ),
    (["encrypt", "bob,"], "a name is empty: write several as bob,carol without a space"),
    (["encrypt", "bob,bob"], "bob is named twice: name each person once"),
    (["pair", "carol", "--wait", "0"], "--wait is at least 1 second"),
  ].map { arguments, error in
    Mistake(
      arguments.joined(separator: " "), 64, error: error,
      hint: "\"vernam help \(arguments[0])\" says what it takes",
      run: { try $0.alice.run(arguments, input: "x\n") })
  }

  private static let values: [Mistake] = [
    (
      ["status", "--frobnicate"], "Unknown option '--frobnicate'",
      "an argument that begins with a dash is an option, unless it stands behind \"--\""
    ),
    (
      ["pair", "bob", "--conect", "x:1"], "Unknown option '--conect'. Did you mean '--connect'?",
      "an argument that begins with a dash is an option, unless it stands behind \"--\""
    ),
    (
      ["encrypt", "--max-char", "160", "bob"], "Unknown option. Did you mean '--max-chars'?",
      neverAnArgument
    ),
    (
      ["--quiet", "encrypt", "bob", "--out", "x"], "Unknown option. Did you mean '--output'?",
      neverAnArgument
    ),
    (["encrypt", "bob", "-secret"], unknownToEncrypt, encryptHint),
    (["encrypt", "bob", "--tomorrow"], unknownToEncrypt, encryptHint),
    (
      ["encrypt", "bob", "--see you. Did you mean '--noon'?"], unknownToEncrypt, encryptHint
    ),
    (["--vault"], "Missing value for '--vault <vault>'", helpHint),
    (
      ["-q", "--passphrase-file"], "Missing value for '--passphrase-file <passphrase-file>'",
      helpHint
    ),
    (["--vault", "--vault"], "no command was given", "\"vernam help\" lists the commands"),
    (["-q", "--vault=x"], "no command was given", "\"vernam help\" lists the commands"),
    (
      ["--vault", "x", "--frobnicate", "status"], "Unknown option '--frobnicate'",
      "an argument that begins with a dash is an option, unless it stands behind \"--\""
    ),
    (
      ["encrypt", "bob", "--max-chars", "many"],
      "The value 'many' is invalid for '--max-chars <max-chars>'", "it takes a whole number"
    ),
    (
      ["pair", "carol", "--size", "lots"], "The value 'lots' is invalid for '--size <size>'",
      "a size is a number of bytes, or one with K, M or G behind it, such as 64M"
    ),
    (
      ["unlock", "--for", "8d"], "The value '8d' is invalid for '--for <time>'",
      "a time is a number with s, m, h or d behind it, at most 7d"
    ),
  ].map { arguments, error, hint in
    Mistake(
      arguments.joined(separator: " "), 64, error: error, hint: hint,
      run: { try $0.alice.run(arguments, input: "x\n") })
  }
}
