import TestSupport
import Testing

@Suite("vernam status")
struct StatusTests {
  @Test("has a line for each contact, and all about one with its name or with -v")
  func lines() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory, size: "12M")
      try ends.alice.succeed([
        "pair", "carol", "--size", "64K", "--carry", "\(directory)/for-carol",
      ])
      let summary = try ends.alice.succeed(["status"])
      #expect(
        summary == """
          bob    about 24,000 messages left each way
          carol  you cannot send until you read carol's first message; about 120 messages to receive

          """)
      let bob = try ends.alice.succeed(["status", "bob"])
      #expect(
        bob.contains("  to send     6.00 MiB of 6.00 MiB left: about 24,000 messages or 2 photos\n")
      )
      #expect(!bob.contains("carol"))
      let all = try ends.alice.succeed(["status", "-v"])
      #expect(all.hasPrefix("bob\n  to send     6.00 MiB") && all.contains("\ncarol\n"))
      #expect(
        bob.contains(
          """
          , made on your computer
            secrecy     rests on the random numbers of your computer, and a carried file that nobody else has read

          """))
      #expect(all.contains(", made here from the kernel's generator (getrandom)\n"))
      #expect(all.contains("  secret      unless someone can guess the random numbers"))
      let alice = try ends.bob.succeed(["status", "alice"])
      #expect(
        alice.contains(
          ", made on alice's computer\n  secrecy     rests on the random numbers of alice's computer"
        ))
    }
  }

  @Test("says of a copied vault that nothing can be written or read, and of a closed one what can")
  func copied() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let message = try ends.bob.write("to a copy\n")
      try ends.copyState()
      let copied = "copied, restored or moved here: you cannot read or write yet\n"
      let status = try ends.alice.run(["status"])
      #expect(status.text == "bob  \(copied)" && status.status == 0)
      #expect(
        try ends.alice.succeed(["status", "bob"]).hasPrefix("bob\n  vault       \(copied)  pad "))
      let refused = try ends.alice.run(["encrypt", "bob"], input: "x\n").errors
      #expect(refused == status.errors.replacing("warning:", with: "error:"))
      let checked = try ends.alice.run(["doctor"]).text
      for line in refused.replacing("error: ", with: "bad   ").split(separator: "\n") {
        #expect(checked.contains("\(line)\n"), "\(checked)")
      }
      #expect(try ends.alice.run(["decrypt"], input: message).status == 78)
      try ends.alice.succeed(["adopt", "--yes"])
      #expect(
        try ends.alice.succeed(["status"])
          == "bob  you can no longer send: meet bob and run \"vernam pair bob\"; about 63 messages to "
          + "receive\n")
      try ends.alice.read(message)
    }
  }

  @Test("says that numbers start again, once there is another pad")
  func numbers() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let line = "  numbers     each pad numbers its messages from 1\n"
      #expect(try !ends.alice.succeed(["status", "bob"]).contains(line))
      try ends.alice.succeed(["pair", "bob", "--size", "26K", "--carry", "\(directory)/second"])
      #expect(try ends.alice.succeed(["status", "bob"]).hasSuffix(line))
    }
  }

  @Test("says in the contact's line what has not arrived, and that little is left")
  func warnings() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory, size: "4K")
      let messages = try (1...3).map { try ends.alice.write("number \($0)\n") }
      try ends.bob.read(messages[2])
      let line = try ends.bob.succeed(["status"])
      #expect(
        line.hasSuffix(
          "; running low: meet and pair again; 2 messages from alice have not arrived: see "
            + "\"vernam status alice\"\n"), "\(line)")
      let all = try ends.bob.succeed(["status", "alice"])
      #expect(
        all.contains(
          """
            running low meet and pair again
            missing     messages 1 and 2
                        if they do not come, ask alice to send the same encrypted messages again, or to \
          write them again; if they were written in a chat, run "vernam chat" again on both computers, \
          unless alice took them back; once you no longer expect them, run "vernam skip alice"

          """))
    }
  }
}
