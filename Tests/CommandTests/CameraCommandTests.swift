import System
import TestSupport
import Testing

@Suite("A simulated camera")
struct CameraCommandTests {
  /// Builds a library to be preloaded that answers for /dev/video0.
  private func shim(_ directory: String) throws -> String {
    let library = "\(directory)/camera.so"
    let source = "\(Fixtures.root)/Tests/CommandTests/camera_shim.c"
    let built = try Program("gcc").run(["-shared", "-fPIC", "-o", library, source])
    try #require(built.status == 0, "\(built.errors)")
    return library
  }

  private func generate(
    _ end: End, _ directory: String, _ shim: String, _ variables: [String: String]
  ) throws -> Program.Outcome {
    var environment = end.environment
    environment["LD_PRELOAD"] = shim
    environment.merge(variables) { $1 }
    return try End.program.run(
      ["generate", "--size", "1K", "-o", "\(directory)/material", "--source", "camera:"],
      environment: environment)
  }

  @Test("Its noise becomes a pad that is physical at both ends, given what it rests on")
  func live() throws {
    try withTemporaryDirectory { directory in
      let (alice, bob) = (
        End(directory, "alice", peer: "bob"), End(directory, "bob", peer: "alice")
      )
      for end in [alice, bob] { try end.succeed(["init", "--no-passphrase"]) }
      let outcome = try generate(
        alice, directory, shim(directory), ["SHIM_LOG": "\(directory)/log"])
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.errors.contains("bits a sample"))
      #expect(outcome.errors.contains("\na pad of 1.00 KiB needs 1 frame\n"))
      let record = String(decoding: try readFile("\(directory)/material.provenance"), as: UTF8.self)
      #expect(record.contains("1 frame captured live"))
      #expect(record.contains("640x480, 10 bits"))
      let log = String(decoding: try readFile("\(directory)/log"), as: UTF8.self)
      // The packed format, manual exposure at its shortest, the greatest gain, and a stop.
      for line in ["S_FMT 0x41415270 0", "S_CTRL 0x9a0901 1", "S_CTRL 0x9a0902 3", "on", "off"] {
        #expect(log.contains("\(line)"), "\(log)")
      }
      #expect(log.contains("S_CTRL 0x9e0903 255"), "\(log)")
      try pair(alice, bob, directory)
    }
  }

  private func pair(_ alice: End, _ bob: End, _ directory: String) throws {
    let (carried, material) = ("\(directory)/carried", "\(directory)/material")
    let before = try readFile(material)
    try alice.succeed(["pair", "bob", "--carry", carried, "--material", material, "--keep"])
    try #expect(readFile(material) == before)
    try #expect(Disk().attributes(at: material + ".provenance") != nil)
    try bob.succeed(["pair", "alice", "--from", carried])
    for end in [alice, bob] {
      let text = try end.succeed(["status", "-v"])
      #expect(text.contains("secret      thanks to physical noise, given AES-256, which expands"))
      #expect(text.contains("a camera's driver that passes on noise"))
      #expect(text.contains("half of the entropy that its bounds allow"))
      #expect(
        text.contains("a seed that is independent of the noise") && !text.contains("for good"))
      try #expect(end.succeed(["status", "--json"]).contains("\"grade\":\"physical\""))
    }
  }

  @Test(
    "A failed request prints one line and one hint, and leaves no file",
    arguments: [
      "QUERYCAP", "ENUM_FMT", "S_FMT", "G_FMT", "REQBUFS", "QUERYBUF", "QBUF", "DQBUF", "STREAMON",
    ])
  func failing(_ request: String) throws {
    try withTemporaryDirectory { directory in
      let end = End(directory, "alice", peer: "bob")
      let outcome = try generate(end, directory, shim(directory), ["SHIM_FAIL": request])
      #expect(outcome.status == 74, "\(outcome.errors)")
      #expect(outcome.errors.contains("error: /dev/video0 does not work as a camera"))
      // What is needed is said once the camera has begun.
      let lines = outcome.errors.split(separator: "\n").filter { !$0.hasPrefix("vernam needs ") }
      #expect(lines.count == 2, "\(outcome.errors)")
      try #expect(!Disk().list(directory).contains { $0.hasPrefix("material") })
    }
  }

  @Test("A non-camera is an error", arguments: [("/dev/null", 69), ("/dev/video-none", 66)])
  func other(_ device: String, _ status: Int) throws {
    try withTemporaryDirectory { directory in
      let end = End(directory, "alice", peer: "bob")
      let outcome = try end.run([
        "generate", "--size", "1K", "-o", "\(directory)/material", "--source", "camera:\(device)",
      ])
      #expect(outcome.status == status, "\(outcome.errors)")
      #expect(outcome.errors.split(separator: "\n").count == 2, "\(outcome.errors)")
    }
  }
}
