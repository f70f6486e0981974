import TestSupport
import Testing

/// `make window` builds what these tests look at; without it, they say that they were skipped.
@Suite("The window, as a person sees it", .enabled(if: Window.isThere), .serialized)
struct WindowTests {
  @Test("A person makes a vault, writes, copies, pastes and reads, and leaves no text behind")
  func converse() throws {
    try withTemporaryDirectory { directory in
      let outcome = try Window.drive("converse.py", in: directory)
      #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
    }
  }
}
