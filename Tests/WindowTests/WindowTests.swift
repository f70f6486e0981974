import System
import TestSupport
import Testing

/// `make window` builds what these tests look at; without it, they say that they were skipped.
@Suite("The window, as a person sees it", .enabled(if: Window.isThere), .hostThread)
struct WindowTests {
  @Test(
    "One person does everything at a window",
    arguments: [
      // Makes a vault, writes, copies, pastes and reads, and leaves no text behind.
      "converse.py",
      // By the keyboard alone.
      "keyboard.py",
    ])
  func alone(_ script: String) throws {
    try withTemporaryDirectory { directory in
      let outcome = try Window.drive(script, in: directory)
      #expect(outcome.status == 0, "\(outcome.lastFirst)")
    }
  }

  @Test(
    "What desktops read of the window is as they want it",
    arguments: [
      ["appstreamcli", "validate", "--no-net", "example.vernam.Window.metainfo.xml"],
      ["desktop-file-validate", "example.vernam.Window.desktop"],
    ])
  func desktop(_ words: [String]) throws {
    let file = "\(Fixtures.root)/Packaging/window/\(words[words.count - 1])"
    let outcome = try Program(words[0]).run(words[1...].dropLast() + [file])
    #expect(outcome.status == 0, "\(outcome.output) \(outcome.errors)")
  }

  @Test("Bad luck at a window loses nothing", .enabled(if: Machine.user == 0))
  func faults() throws {
    try withTemporaryDirectory { directory in
      let outcome = try Window.drive("faults.py", in: directory)
      #expect(outcome.status == 0, "\(outcome.lastFirst)")
    }
  }

  @Test(
    "Two people at windows of their own pair, and talk",
    .enabled(if: Machine.user == 0),
    arguments: [
      // On a network, with mishaps.
      "meet.py",
      // Suspended, closed and killed while they pair.
      "mishaps.py",
      // By USB stick and by address; a message goes by mail, and one by camera.
      "ways.py",
    ])
  func meet(_ script: String) throws {
    try withTemporaryDirectory { directory in
      let outcome = try Window.meet(script, in: directory)
      #expect(outcome.status == 0, "\(outcome.lastFirst)")
    }
  }
}
