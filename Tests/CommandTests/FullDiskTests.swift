import Glibc
import System
import TestSupport
import Testing

@Suite("A full disk", .enabled(if: geteuid() == 0, "only root may mount a small disk"))
struct FullDiskTests {
  /// Calls `body` with a small file system in memory.
  private func withSmallDisk(
    _ size: String = "64k", _ body: (TwoEnds, String) throws -> Void
  ) throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let disk = "\(directory)/disk"
      try Disk().createDirectory(disk)
      let options = ["-t", "tmpfs", "-o", "size=\(size),mode=0700", "small", disk]
      let mounted = try Program("mount").run(options)
      try #require(mounted.status == 0, "\(mounted.errors)")
      defer { _ = try? Program("umount").run([disk]) }
      try body(ends, disk)
    }
  }

  /// Fills the disk completely.
  private func fill(_ disk: String) throws {
    let file = try Disk().create("\(disk)/full")
    var offset = 0
    let page = [UInt8](repeating: 1, count: 4096)
    while (try? file.write(page.span, at: offset)) != nil { offset += page.count }
  }

  @Test("A message whose text does not fit stays readable, and no part of the text is left")
  func decrypting() throws {
    try withSmallDisk { ends, disk in
      try fill(disk)
      let message = try ends.bob.write("still there\n")
      let before = try snapshot(ends.alice.vault)
      let outcome = try ends.alice.run(
        ["decrypt", "-o", "\(disk)/text", "--quiet"], input: message)
      expectNoRoom(outcome)
      #expect(try Disk().list(disk) == ["full"])
      #expect(try snapshot(ends.alice.vault) == before)
      #expect(try ends.alice.read(message) == "still there\n")
    }
  }

  @Test("A message that does not fit is not released, and its chunks are not used again")
  func encrypting() throws {
    try withSmallDisk { ends, disk in
      try fill(disk)
      let outcome = try ends.alice.run(["encrypt", "bob", "-o", "\(disk)/out"], input: "lost\n")
      expectNoRoom(
        outcome,
        hint:
          "the part of the pad for this message is used up, and \(disk)/out is as it was: "
          + "free some space on this disk, then encrypt again"
      )
      #expect(try Disk().list(disk) == ["full"])
      let packet = try ends.alice.run(["encrypt", "bob", "--binary"], input: "next\n").output
      #expect(ends.chunks(of: packet) == 1..<2)
    }
  }

  @Test("Nor is a binary packet left there, and the error says that its pad is spent")
  func encryptingBinary() throws {
    try withSmallDisk { ends, disk in
      try fill(disk)
      let outcome = try ends.alice.run(
        ["encrypt", "bob", "--binary", "-o", "\(disk)/out"], input: "lost\n")
      let lines = outcome.errors.split(separator: "\n")
      #expect(lines.count == 2)
      #expect(lines.first?.hasPrefix("error: ") == true)
      #expect(
        lines.first?.hasSuffix(
          ": No space left on device: the part of the pad for this message to bob is used up")
          == true)
      let hint =
        "hint: no message was made; free some space on this disk, then encrypt to bob again (this "
        + "uses as much pad again)"
      #expect(lines.last == hint[...])
      #expect(outcome.status == 74)
      #expect(try Disk().list(disk) == ["full"])
      let packet = try ends.alice.run(["encrypt", "bob", "--binary"], input: "next\n").output
      #expect(ends.chunks(of: packet) == 1..<2)
      #expect(try ends.bob.run(["decrypt", "--quiet"], bytes: packet).text == "next\n")
      #expect(try ends.bob.status().text.contains("\"missing\":0"))
    }
  }

  @Test("No vault is made there")
  func vault() throws {
    try withSmallDisk { ends, disk in
      try fill(disk)
      let place = "\(disk)/vault"
      let outcome = try ends.alice.run(["init", "--no-passphrase", "--vault", place])
      expectNoRoom(outcome)
      #expect(try ends.alice.run(["status", "--vault", place]).status == 66)
    }
  }

  @Test("A pad that does not fit is refused before a byte of it is written")
  func pad() throws {
    try withSmallDisk("4m") { ends, disk in
      let place = ["--vault", "\(disk)/vault"]
      try ends.alice.succeed(["init", "--no-passphrase"] + place)
      let before = try snapshot(disk)
      let carried = "\(ends.directory)/second"
      let outcome = try ends.alice.run(
        ["pair", "carol", "--carry", carried, "--size", "4M", "--quiet"] + place)
      let lines = outcome.errors.split(separator: "\n")
      #expect(lines.count == 2)
      #expect(lines.first?.hasPrefix("error: the pad needs ") == true)
      #expect(lines.last == "hint: free some space, or choose a smaller --size")
      #expect(outcome.status == 74)
      #expect(try snapshot(disk) == before)
      #expect(try Disk().attributes(at: carried) == nil)
    }
  }

  private func expectNoRoom(
    _ outcome: Program.Outcome,
    hint: String = "free some space on this disk, and try again"
  ) {
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix("error: ") == true)
    #expect(lines.first?.hasSuffix(": No space left on device") == true)
    #expect(lines.last == "hint: \(hint)")
    #expect(outcome.status == 74)
    #expect(outcome.output == [])
  }
}
