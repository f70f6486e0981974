internal import System

/// The controlling terminal.
final class RevealTerminal: RevealScreen {
  private static let momentMilliseconds = 100

  private let terminal: KeyTerminal

  /// Throws if there is no terminal, or only one that cannot clear its screen.
  init() throws {
    guard let terminal = try? KeyTerminal() else {
      throw Failure(
        "there is no terminal to show the message on",
        hint: "run the command in a terminal, or leave --reveal out", code: .unavailable)
    }
    guard EscapeSequences.areKnown else {
      throw Failure(
        "this terminal cannot clear its screen", hint: "use another one, or leave --reveal out",
        code: .unavailable)
    }
    self.terminal = terminal
  }

  var columns: Int { terminal.stream.columns }
  var rows: Int { terminal.stream.rows }

  func begin() throws(SystemError) { try terminal.begin() }

  func end() { terminal.end() }

  func write(_ bytes: Span<UInt8>) throws(SystemError) { try terminal.stream.write(bytes) }

  func event() -> RevealEvent {
    let isReadable = terminal.stream.isReadable(milliseconds: RevealTerminal.momentMilliseconds)
    if terminal.wasSignalled { return .signal }
    if !isReadable { return .nothing }
    guard let key = try? terminal.stream.readByte() else { return .hangUp }
    if terminal.raiseSignal(of: key) { return .signal }
    switch key {
    case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"): return .next
    case UInt8(ascii: "q"), UInt8(ascii: "Q"), 0x04: return .leave
    default: return .otherKey
    }
  }
}
