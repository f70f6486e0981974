import System
import TestSupport

/// Alice at a terminal, and bob without one.
struct ScreenTalk {
  static let variables = ["TERM": "xterm", "LC_ALL": "C.UTF-8"]
  static let leave = ["send /quit\\r", "expect ended 0"]

  let ends: TwoEnds
  let bob: ChatInUse
  let port: Int
  let columns: Int

  init(in directory: String, columns: Int = 80) throws {
    ends = try TwoEnds(in: directory)
    bob = try ChatInUse(
      ends.bob, ["--listen", "127.0.0.1:0", "--json"], in: "\(directory)/b")
    port = try bob.port()
    self.columns = columns
  }

  /// A step in which bob says something. `json` is the inside of a JSON string.
  func bobSays(_ json: String) throws -> String {
    let place = "\(ends.directory)/said-\(KernelRandomness().bytes(8).hexadecimal)"
    try "{\"text\":\"\(json)\"}\n".save(at: place)
    return "run cat \(place) > \(ends.directory)/b/0"
  }

  /// Plays alice's steps once bob is there. Returns the screens that were to be shown, and the
  /// rest of what `terminal.py` prints.
  func play(
    _ steps: [String], rows: Int = 16, line: (String) -> String = { $0 }
  ) throws -> (screens: [[String]], rest: String) {
    let command = line("vernam chat bob --connect 127.0.0.1:\(port)")
    let played = try ends.alice.playTerminal(
      columns, rows, command, ["expect * bob is here."] + steps, ScreenTalk.variables)
    let parts = played.split(separator: "--- screen\n", omittingEmptySubsequences: false)
    let last = parts.last ?? ""
    let end = last.firstRange(of: "--- status")?.lowerBound ?? last.startIndex
    let screens = (parts.dropFirst().dropLast() + (parts.count > 1 ? [last[..<end]] : []))
      .map { $0.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
    return (screens, String(last[end...]))
  }
}
