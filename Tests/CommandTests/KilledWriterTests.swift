import System
import TestSupport
import Testing

private let hasStrace = ((try? Disk().attributes(at: "/usr/bin/strace")) ?? nil) != nil

/// strace(1) kills the program as it enters a call.
@Suite(
  "Killed while it writes a file", .enabled(if: hasStrace, "strace is missing"))
struct KilledWriterTests {
  private func kill(
    _ end: End, _ arguments: [String], at calls: String, of path: String? = nil,
    input: String = ""
  ) throws {
    let outcome = try Program("strace").run(
      ["-f", "-qq", "-o", "/dev/null", "-e", "inject=\(calls):signal=KILL:when=1"]
        + (path.map { ["-P", $0] } ?? []) + [End.program.name] + arguments,
      input: Array(input.utf8), environment: end.environment)
    #expect(outcome.status == 128 + 9, "\(outcome.errors)")
  }

  @Test(
    "decrypt leaves nothing of what it had written before its file gets a name",
    arguments: [[], ["--force"]])
  func decrypting(force: [String]) throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory, size: "12M")
      let noise = [0xFF] + KernelRandomness().bytes(299_999)
      let message = try ends.alice.run(["encrypt", "bob"], bytes: noise).output
      try writeFile("\(directory)/message", message)
      let goal = "\(directory)/out"
      if !force.isEmpty { try "old\n".save(at: goal) }
      let command = ["decrypt", "-o", goal] + force
      try kill(
        ends.bob, command + ["\(directory)/message"], at: "linkat,rename,renameat2")
      let left = try Disk().list(directory).filter { $0.hasPrefix("out") }
      #expect(left == (force.isEmpty ? [] : ["out"]))
      if !force.isEmpty { #expect(try readFile(goal) == Array("old\n".utf8)) }
      let again = try ends.bob.run(command, bytes: message)
      #expect(again.status == 0, "\(again.errors)")
      #expect(try readFile(goal) == noise)
    }
  }

  @Test("generate leaves nothing of what it had written before its file gets a name")
  func generatingUnnamed() throws {
    try withTemporaryDirectory { directory in
      let end = End(directory, "alice", peer: "bob")
      let command = ["generate", "--size", "64K", "-o", "\(directory)/material"]
      try kill(end, command, at: "linkat,renameat2")
      #expect(try !Disk().list(directory).contains { $0.hasPrefix("material") })
      try end.succeed(command)
    }
  }

  @Test(
    "generate leaves material for which nothing is claimed",
    arguments: [("openat", "is missing"), ("pwrite64", "does not belong to ")])
  func generating(call: String, said: String) throws {
    try withTemporaryDirectory { directory in
      let end = End(directory, "alice", peer: "bob")
      try end.succeed(["init", "--no-passphrase"])
      let file = "\(directory)/material"
      try kill(
        end, ["generate", "--size", "64K", "-o", file], at: call, of: "\(file).provenance")
      #expect(try readFile(file).count == 64 << 10 + 64)
      let outcome = try end.run(
        ["pair", "bob", "--material", file, "--carry", "\(directory)/carried"])
      #expect(outcome.status == 0)
      #expect(outcome.errors.contains("material.provenance \(said)"), "\(outcome.errors)")
      #expect(try end.succeed(["status", "bob", "-v"]).contains("unknown"))
    }
  }

  @Test("decrypt --force leaves the old file, and a whole one that doctor names")
  func replacing() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let message = try ends.alice.write("the new text\n")
      let place = "\(directory)/place"
      try Disk().createDirectory(place)
      try writeFile("\(place)/out", Array("the old one".utf8))
      try kill(
        ends.bob, ["decrypt", "--force", "-o", "\(place)/out"], at: "rename,renameat,renameat2",
        input: message)
      #expect(try readFile("\(place)/out") == Array("the old one".utf8))
      let left = try Disk().list(place).filter { $0 != "out" }
      let part = try #require(left.first)
      #expect(left.count == 1 && part.hasPrefix("out.") && part.hasSuffix(".part"))
      #expect(try readFile("\(place)/\(part)") == Array("the new text\n".utf8))
      #expect(try Disk().attributes(at: "\(place)/\(part)")?.permissions == 0o600)
      let doctor = try Program("env").run(
        ["-C", place, End.program.name, "doctor"], environment: ends.bob.environment)
      #expect(doctor.text.contains(part), "\(doctor.text)")
      #expect(try ends.bob.read(message) == "the new text\n")
    }
  }
}
