import System
import TestSupport

/// Mistakes with a message.
extension Mistake {
  private static let foreign =
    "none of your pads can open this: it is for somebody else, damaged, or not a vernam message"
  private static let foreignHint =
    "make sure that you have the whole message, or ask for it again; if you have forgotten its pad, "
    + "the sender must run \"vernam forget\" for that pad, too"

  private static let attachmentHint = "save the attachment again, or ask for the file again"

  static let messages = [
    Mistake(
      "nothing to encrypt", 65, error: "the message is empty", hint: "type some text",
      run: { try $0.alice.run(["encrypt", "bob"]) }),
    Mistake(
      "nothing to decrypt", 65, error: "there is nothing to read", hint: "paste the whole message",
      run: { try $0.alice.run(["decrypt"]) }),
    Mistake(
      "prose instead of a message", 65, error: "there is no vernam message in the input",
      hint: "copy all of it, from \"This is a vernam message\" to \"End of vernam message\"",
      run: { try $0.alice.run(["decrypt"], input: "see you at noon\n") }),
    Mistake(
      "a message longer than what is left", 69,
      error: "bob's pad has 16.0 KiB left (about 64 messages), but this message needs 20.2 KiB",
      hint: "meet and run \"vernam pair bob\", or send less",
      run: { try $0.alice.run(["encrypt", "bob"], input: String(repeating: "x", count: 20_000)) }),
    Mistake(
      "the message in the place of its file", 66,
      error: "there is no file of that name",
      hint:
        "run \"vernam encrypt NAME\" and press Enter; then type the message; a word after the name is a file; several names are written bob,carol",
      run: { try $0.alice.run(["encrypt", "bob", "See you at noon"]) }),
    Mistake(
      "a file to encrypt whose name is nearly right", 66, error: "there is no file HERE/foto.jpg",
      hint: "did you mean HERE/fotos.jpg?",
      prepare: { try "x\n".save(at: "\($0.directory)/fotos.jpg") },
      run: { try $0.alice.run(["encrypt", "bob", "\($0.directory)/foto.jpg"]) }),
    Mistake(
      "a file to encrypt in a folder that is not there", 66,
      error: "there is no folder HERE/none",
      hint:
        "run \"vernam encrypt NAME\" and press Enter; then type the message; a word after the name is a file; several names are written bob,carol",
      run: { try $0.alice.run(["encrypt", "bob", "\($0.directory)/none/foto.jpg"]) }),
    Mistake(
      "a name where decrypt takes a file", 64,
      error: "decrypt takes no name, and there is no file bob",
      hint: "run \"vernam decrypt\" and paste the message: it says who wrote it",
      run: { try $0.alice.run(["decrypt", "bob"]) }),
    Mistake(
      "a file to decrypt that is not there", 66, error: "there is no file HERE/none",
      hint:
        "check the path with \"ls\"",
      run: { try $0.alice.run(["decrypt", "\($0.directory)/none"]) }),
    Mistake(
      "a message where decrypt takes a file", 66, error: "there is no file of that name",
      hint: "run \"vernam decrypt\" and press Enter; then paste the message",
      run: { try $0.alice.run(["decrypt", "VERNAM", "MESSAGE"]) }),
    Mistake(
      "a whole message where decrypt takes a file", 66, error: "there is no file of that name",
      hint: "run \"vernam decrypt\" and press Enter; then paste the message",
      run: { try $0.alice.run(["decrypt", String(repeating: "abcde ", count: 60)]) }),
    Mistake(
      "a file here to decrypt that is not there", 66, error: "there is no file cat.jpg",
      hint:
        "\"ls\" lists the files here; name one elsewhere by its path, as in ~/Downloads/photo.jpg",
      run: { try $0.alice.run(["decrypt", "cat.jpg"]) }),
    Mistake(
      "a file to decrypt that was downloaded", 66, error: "there is no file cat.jpg.vernam",
      hint: "did you mean ~/Downloads/cat.jpg.vernam?",
      prepare: {
        try Disk().createDirectory("\($0.directory)/Downloads")
        try "x".save(at: "\($0.directory)/Downloads/cat.jpg.vernam")
      },
      run: { try $0.alice.run(["decrypt", "cat.jpg.vernam"], setting: ["HOME": $0.directory]) }),
    Mistake(
      "a carried pad where decrypt takes a message", 65,
      error: "HERE/pad is a carried pad, not a message",
      hint:
        "to use it, run \"vernam pair NAME --from 'HERE/pad'\", with the name of the person "
        + "who made it",
      prepare: {
        try $0.bob.succeed(["pair", "zoe", "--carry", "\($0.directory)/pad", "--size", "26K"])
      },
      run: { try $0.alice.run(["decrypt", "\($0.directory)/pad"]) }),
    Mistake(
      "a message of spaces, from a pipe", 65, error: "the message is empty",
      hint: "type some text",
      run: { try $0.alice.run(["encrypt", "bob"], input: " \n\t\n") }),
    Mistake(
      "a file of blank lines", 65, error: "the message is empty",
      hint: "name a file that is not empty",
      prepare: { try "\n \n".save(at: "\($0.directory)/blank.txt") },
      run: { try $0.alice.run(["encrypt", "bob", "\($0.directory)/blank.txt"]) }),
    Mistake(
      "a message in several words", 64,
      error: "encrypt needs a name, and at most one file",
      hint:
        "run \"vernam encrypt NAME\" and press Enter; then type the message; a name with spaces needs quotes",
      run: { try $0.alice.run(["encrypt", "bob", "See", "you", "at noon"]) }),
    Mistake(
      "the file before the name", 64, error: "there is no contact HERE/note.txt",
      hint: "did you mean \"vernam encrypt bob 'HERE/note.txt'\"?",
      prepare: { try "x\n".save(at: "\($0.directory)/note.txt") },
      run: { try $0.alice.run(["encrypt", "\($0.directory)/note.txt", "bob"]) }),
    Mistake(
      "the message before the name", 64, error: "there is no contact hello",
      hint: "run \"vernam encrypt bob\" and press Enter; then type the message",
      run: { try $0.alice.run(["encrypt", "hello", "bob"]) }),
    Mistake(
      "a name with a space, without quotes", 64, error: "there is no contact Aunt",
      hint: "did you mean \"vernam encrypt 'Aunt Emma'\"?",
      prepare: {
        try $0.alice.succeed([
          "pair", "Aunt Emma", "--carry", "\($0.directory)/third", "--size", "32K",
        ])
      },
      run: { try $0.alice.run(["encrypt", "Aunt", "Emma"]) }),
    Mistake(
      "a name with a capital letter", 64, error: "there is no contact Bob",
      hint: "did you mean \"vernam encrypt bob\"?",
      run: { try $0.alice.run(["encrypt", "Bob", "See you at noon"]) }),
    Mistake(
      "a command with a capital letter", 64, error: "there is no command of that name",
      hint: "did you mean \"vernam encrypt\"? \"vernam help\" lists all commands",
      run: { try $0.alice.run(["Encrypt", "bob"], input: "x\n") }),
    Mistake(
      "a message too long for a file's name", 66,
      error: "vernam cannot open the file that you named: File name too long",
      hint:
        "run \"vernam encrypt NAME\" and press Enter; then type the message; a word after the name is a file; several names are written bob,carol",
      run: { try $0.alice.run(["encrypt", "bob", String(repeating: "x", count: 300)]) }),
    Mistake(
      "no name for the file to write", 64,
      error: "-o needs a file name", hint: "write it after -o, such as -o message.txt",
      run: { try $0.alice.run(["decrypt", "-o", ""], input: "message") }),
    Mistake(
      "a name for it that is too long", 73,
      error: String(repeating: "x", count: 256) + " cannot be written: File name too long",
      hint: "choose a shorter name with -o FILE",
      run: { try $0.alice.run(["decrypt", "-o", String(repeating: "x", count: 256)], input: "m") }),
    Mistake(
      "a directory to encrypt", 66, error: "HERE: this is a folder",
      hint: "name a file in it, or pack it with tar",
      run: { try $0.alice.run(["encrypt", "bob", $0.directory]) }),
    Mistake(
      "a device in the place of OUT", 73, error: "/dev/null is not an ordinary file",
      hint: "name another file, or write to it with \"-o - > '/dev/null'\"",
      run: { try $0.alice.run(["encrypt", "bob", "-o", "/dev/null"], input: "x\n") }),
    Mistake(
      "a text over a file", 73, error: "HERE/carried: a file with this name already exists",
      hint: "choose another name, or add --force to overwrite the file",
      prepare: { ends in
        try "there\n".save(at: "\(ends.directory)/carried")
        try ends.bob.write("for a file\n").save(at: "\(ends.directory)/message")
      },
      run: {
        try $0.alice.run([
          "decrypt", "--quiet", "-o", "\($0.directory)/carried", "\($0.directory)/message",
        ])
      }),
    Mistake(
      "OUT where there is no directory", 73,
      error: "HERE/none/out cannot be written: No such file or directory",
      hint: "save it in another folder with -o FILE",
      run: { try $0.alice.run(["encrypt", "bob", "-o", "\($0.directory)/none/out"], input: "x\n") }),
    Mistake(
      "OUT inside the vault", 73, error: "VAULT/vault is inside the vault",
      hint: "name a file somewhere else",
      run: { try $0.alice.run(["encrypt", "bob", "-o", "\($0.alice.vault)/vault"], input: "x\n") }),
    Mistake(
      "an own message", 65, error: "this is your own message to bob", hint: "only bob can read it",
      prepare: { try $0.alice.write("mine\n").save(at: "\($0.directory)/message") },
      run: { try $0.alice.run(["decrypt", "\($0.directory)/message"]) }),
    Mistake(
      "a message read before", 65, error: "you have already read this message from bob",
      hint: "it cannot be shown again; ask bob to write it again, as a new message",
      prepare: {
        let message = try $0.bob.write("once\n")
        try message.save(at: "\($0.directory)/message")
        try $0.alice.read(message)
      },
      run: { try $0.alice.run(["decrypt", "\($0.directory)/message"]) }),
    Mistake(
      "a message between others", 65, error: foreign,
      hint: foreignHint,
      prepare: {
        let others = try TwoEnds(in: "\($0.directory)/state")
        try others.bob.write("for another\n").save(at: "\($0.directory)/message")
      },
      run: { try $0.alice.run(["decrypt", "\($0.directory)/message"]) }),
    Mistake(
      "an altered packet", 65, error: foreign,
      hint: foreignHint, prepare: { try $0.savePacket { $0[20] ^= 1 } },
      run: { try $0.alice.run(["decrypt", "\($0.directory)/message"]) }),
    Mistake(
      "a packet that is cut", 65, error: foreign,
      hint: foreignHint, prepare: { try $0.savePacket { $0.removeLast(3) } },
      run: { try $0.alice.run(["decrypt", "\($0.directory)/message"]) }),
    Mistake(
      "armor that is cut", 65, error: "the end of the message is missing",
      hint: "copy it again, down to the line that begins with \"End of\"",
      prepare: {
        let lines = try $0.bob.write("cut\n").split(separator: "\n")
        try lines.dropLast().joined(separator: "\n").save(at: "\($0.directory)/message")
      },
      run: { try $0.alice.run(["decrypt", "\($0.directory)/message"]) }),
    Mistake(
      "an attachment that is cut", 65, error: "the end of the message is missing",
      hint: attachmentHint,
      prepare: {
        let lines = try $0.bob.write("cut\n").split(separator: "\n")
        try lines.dropLast().joined(separator: "\n").save(at: "\($0.directory)/photo.vernam")
      },
      run: { try $0.alice.run(["decrypt", "\($0.directory)/photo.vernam"]) }),
    Mistake(
      "an attachment of something else", 65,
      error: "there is no vernam message in HERE/photo.vernam", hint: attachmentHint,
      prepare: { try "<html>\n".save(at: "\($0.directory)/photo.vernam") },
      run: { try $0.alice.run(["decrypt", "\($0.directory)/photo.vernam"]) }),
    Mistake(
      "armor with a word altered", 65, error: "the message is damaged in line 2",
      hint:
        "copy it again, or compare it with the original "
        + "(the line with \"vernam message\" is line 1)",
      prepare: { try $0.saveAltered(word: 7) },
      run: { try $0.alice.run(["decrypt", "\($0.directory)/message"]) }),
  ]
}
