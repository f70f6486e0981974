import System

/// Mistakes with a name, or with the other end.
extension Mistake {
  private static let nameHint =
    "use a short name without commas or slashes; begin and end with a letter or digit"
  private static let pairHint =
    "run \"vernam pair NAME\" on the other computer, and check the firewall here"
  private static let unknownHint =
    "run \"vernam contacts\" to see the names"

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
        "the status of a name with one letter too many", 64, error: "there is no contact bobb",
        hint: "did you mean bob?", run: { try $0.alice.run(["status", "bobb"]) }),
      Mistake(
        "a name in capitals to skip", 64, error: "there is no contact BOB",
        hint: "did you mean bob?", run: { try $0.alice.run(["skip", "BOB"]) }),
      Mistake(
        "a name with one letter too many to forget", 64, error: "there is no contact bobb",
        hint: "did you mean bob?", run: { try $0.alice.run(["forget", "bobb", "--yes"]) }),
      Mistake(
        "another name for nearly a name", 64, error: "there is no contact bobb",
        hint: "did you mean bob?", run: { try $0.alice.run(["rename", "bobb", "dave"]) }),
      Mistake(
        "a name for nobody", 64, error: "there is no contact carol", hint: unknownHint,
        run: { try $0.alice.run(["rename", "carol", "dave"]) }),
      Mistake(
        "the name that it has", 73, error: "the old and the new name are the same",
        hint: "choose another name", run: { try $0.alice.run(["rename", "bob", "bob"]) }),
      Mistake(
        "a merge with nobody", 64, error: "there is no contact carol", hint: unknownHint,
        run: { try $0.alice.run(["rename", "--merge", "bob", "carol"]) }),
      Mistake(
        "a name that is taken", 73, error: "there is already a contact carol",
        hint:
          "choose another name; if both are the same person, with the same vault on the same "
          + "computer, add --merge",
        prepare: {
          try $0.alice.succeed([
            "pair", "carol", "--carry", "\($0.directory)/second", "--size", "32K",
          ])
        },
        run: { try $0.alice.run(["rename", "bob", "carol"]) }),
      Mistake(
        "a command that is none", 64, error: "there is no command frobnicate",
        hint: "\"vernam help\" lists all commands",
        run: { try $0.alice.run(["frobnicate", "bob"]) }),
      Mistake(
        "a name before the command", 64, error: "there is no command carol",
        hint: "did you mean \"vernam pair carol\"? \"vernam help\" lists all commands",
        run: { try $0.alice.run(["carol", "pair"]) }),
      Mistake(
        "something else before the command", 64, error: "there is no command of that name",
        hint: "did you mean \"vernam encrypt NAME\"? \"vernam help\" lists all commands",
        run: { try $0.alice.run(["See you at noon", "encrypt"]) }),
      Mistake(
        "help for a command that is none", 64, error: "there is no command forgt",
        hint: "did you mean \"vernam forget\"? \"vernam help\" lists all commands",
        run: { try $0.alice.run(["help", "forgt"]) }),
      Mistake(
        "a message instead of a command", 64, error: "there is no command of that name",
        hint: "\"vernam help\" lists all commands",
        run: { try $0.alice.run(["See you at noon"]) }),
      Mistake(
        "the vault's own file as material", 66, error: "VAULT/vault is inside the vault",
        hint: "name a file of random bytes, such as one that \"vernam generate\" made",
        run: {
          try $0.alice.run([
            "pair", "carol", "--carry", "\($0.directory)/new", "--size", "26K", "--material",
            "\($0.alice.vault)/vault",
          ])
        }),
      Mistake(
        "the first word of a name", 64, error: "there is no contact Bob",
        hint: "did you mean 'Bob Jones'?",
        prepare: { try $0.alice.succeed(["rename", "bob", "Bob Jones"]) },
        run: { try $0.alice.run(["skip", "Bob"]) }),
      Mistake(
        "a name of two words without quotes", 64, error: "there is one word too many: Jones",
        hint:
          "for example: vernam rename bob robert; \"vernam help rename\" explains it; a name with spaces needs quotes",
        run: { try $0.alice.run(["rename", "bob", "Bob", "Jones"]) }),
      Mistake(
        "nobody to forget", 64, error: "there is no contact carol", hint: unknownHint,
        run: { try $0.alice.run(["forget", "carol", "--yes"]) }),
      Mistake(
        "no pad whose id begins so", 64,
        error: "no contact is called 0badf00d, and no pad's id begins with it",
        hint:
          "\"vernam contacts\" lists the names, and \"vernam status --json\" the ids of the pads",
        run: { try $0.alice.run(["forget", "0badf00d", "--yes"]) }),
      Mistake(
        "nobody to ask", 64, error: "vernam needs a terminal to ask whether to destroy bob's pad",
        hint: "add --yes to answer yes", run: { try $0.alice.run(["forget", "bob"], input: "y\n") }),
      Mistake(
        "no answer where to connect", 69,
        error: "the other computer did not answer: Connection refused",
        hint:
          "run \"vernam pair NAME --listen 1\" on the other computer, and check the address, the "
          + "port and the firewall",
        run: {
          try $0.alice.run(["pair", "carol", "--connect", "127.0.0.1:1", "--wait", "1", "--quiet"])
        }),
      Mistake(
        "nobody connects", 69, error: "the other computer did not answer",
        hint:
          "run the command that this one prints on the other computer, and check the firewall here",
        run: {
          try $0.alice.run(["pair", "carol", "--listen", "127.0.0.1:0", "--wait", "1", "--quiet"])
        }),
      Mistake(
        "a carried pad where there is no directory", 73,
        error: "HERE/none/new: No such file or directory",
        hint: "name another file or folder",
        run: { try $0.alice.run(["pair", "carol", "--carry", "\($0.directory)/none/new"]) }),
      Mistake(
        "a pad with which the taker could never write, before anybody is waited for", 64,
        error: "no pad can have this size and split",
        hint:
          "choose a --size from 768 bytes to 16384G, and a --split with which both computers can send",
        run: { try $0.alice.run(["pair", "carol", "--listen", "0", "--size", "767"]) }),
      Mistake(
        "a pad with which the taker could never write", 64,
        error: "no pad can have this size and split",
        hint:
          "choose a --size from 768 bytes to 16384G, and a --split with which both computers can send",
        run: {
          try $0.alice.run(["pair", "carol", "--carry", "\($0.directory)/new", "--size", "300"])
        }),
      Mistake(
        "a split with which the taker could never write", 64,
        error: "no pad can have this size and split",
        hint:
          "choose a --size from 768 bytes to 16384G, and a --split with which both computers can send",
        run: {
          try $0.alice.run([
            "pair", "carol", "--carry", "\($0.directory)/new", "--size", "1K", "--split", "99",
          ])
        }),
      Mistake(
        "material for no pad", 64, error: "HERE/short has 60 bytes, and a pad needs at least 832",
        hint: "make more with \"vernam generate\"",
        prepare: { try String(repeating: "x", count: 60).save(at: "\($0.directory)/short") },
        run: {
          try $0.alice.run([
            "pair", "carol", "--carry", "\($0.directory)/new", "--material",
            "\($0.directory)/short",
          ])
        }),
      Mistake(
        "a byte to test", 65, error: "1 byte is too few to test", hint: "give at least 256 bytes",
        run: { try $0.alice.run(["test", "-"], input: "x") }),
      Mistake(
        "no carried pad", 66, error: "there is no file HERE/none",
        hint:
          "check the path with \"ls\"",
        run: { try $0.alice.run(["pair", "carol", "--from", "\($0.directory)/none"]) }),
      Mistake(
        "something other than a carried pad", 65, error: "HERE/prose is not a carried pad",
        hint: "name the file that --carry wrote",
        prepare: { try String(repeating: "x", count: 5000).save(at: "\($0.directory)/prose") },
        run: { try $0.alice.run(["pair", "carol", "--from", "\($0.directory)/prose"]) }),
      Mistake(
        "a carried pad that was altered", 65, error: "HERE/copy is damaged or cut short",
        hint:
          "on the computer that made it, find the pad's id with \"vernam status NAME\", run "
          + "\"vernam forget ID\", and pair again with --carry",
        prepare: { ends in
          var bytes = ends.carried
          bytes[5000] ^= 1
          bytes[20] ^= 1
          try writeCopy(bytes, ends)
        },
        run: { try $0.alice.run(["pair", "carol", "--from", "\($0.directory)/copy", "--quiet"]) }),
      Mistake(
        "a carried pad that is larger than what is accepted", 64,
        error: "the pad in HERE/copy is 64.0 KiB, but you accept at most 32.0 KiB",
        hint:
          "raise --max-size, or make a smaller pad on the other computer, with --carry and --size",
        prepare: {
          try $0.bob.succeed(["pair", "zoe", "--carry", "\($0.directory)/copy", "--size", "64K"])
        },
        run: {
          try $0.alice.run([
            "pair", "carol", "--from", "\($0.directory)/copy", "--max-size", "32K",
          ])
        }),
      Mistake(
        "the folder of a carried pad", 66, error: "HERE/stick is a folder",
        hint: "name the file in it: 'HERE/stick/pad-for-zoe.vernam'",
        prepare: {
          try Disk().createDirectory("\($0.directory)/stick")
          try $0.bob.succeed(["pair", "zoe", "--carry", "\($0.directory)/stick", "--size", "26K"])
        },
        run: { try $0.alice.run(["pair", "carol", "--from", "\($0.directory)/stick"]) }),
      Mistake(
        "a carried pad that is a byte larger", 64,
        error: "the pad in HERE/copy is 65536 bytes, but you accept at most 65535 bytes",
        hint:
          "raise --max-size, or make a smaller pad on the other computer, with --carry and --size",
        prepare: {
          try $0.bob.succeed(["pair", "zoe", "--carry", "\($0.directory)/copy", "--size", "64K"])
        },
        run: {
          try $0.alice.run([
            "pair", "carol", "--from", "\($0.directory)/copy", "--max-size", "65535",
          ])
        }),
      Mistake(
        "a pad that is held already", 65,
        error: "this vault already has this pad, or had it before",
        hint:
          "use the carried file on the other computer, once; if you have used it there, destroy it",
        prepare: { try writeCopy($0.carried, $0) },
        run: { try $0.alice.run(["pair", "carol", "--from", "\($0.directory)/copy", "--quiet"]) }),
    ] + badNames

  private static let badNames = [
    "", " ", " bob", "bob ", "\u{a0}bob", "bob\u{200b}", ",", "a,b", "a/b", ".hidden", "a\nb",
    "a\u{7}b", "a\u{202e}b",
    String(repeating: "n", count: 65),
  ].flatMap { name in
    [
      Mistake(
        "pairing with \(name.debugDescription)", 64, error: "a contact cannot have this name",
        hint: nameHint,
        run: { try $0.alice.run(["pair", name, "--carry", "\($0.directory)/new"]) }),
      Mistake(
        "renaming to \(name.debugDescription)", 64, error: "a contact cannot have this name",
        hint: nameHint, run: { try $0.alice.run(["rename", "bob", name]) }),
    ]
  }
}
