internal import Pad
internal import System

/// What a person types, shown on the terminal as the terminal itself would show it.
final class TerminalEcho {
  private static let (backspace, blank): (UInt8, UInt8) = (0x08, 0x20)

  private let screen: Stream
  private let marksPastes = EscapeSequences.areKnown
  /// What was typed may be secret.
  private var waiting = SecretBytes(count: 4096)
  private var count = 0
  private var isLineEnded = true

  init(_ screen: Stream) { self.screen = screen }

  /// Asks the terminal to mark pasted text, or no longer (DEC private mode 2004).
  func markPastes(_ isOn: Bool) {
    if marksPastes { try? screen.write(Array("\u{1B}[?2004\(isOn ? "h" : "l")".utf8).span) }
  }

  func show(_ effect: LineEditor.Effect, of key: UInt8) {
    switch effect {
    case .nothing: return
    case .erased(let columns):
      for _ in 0..<columns {
        for byte in [TerminalEcho.backspace, TerminalEcho.blank, TerminalEcho.backspace] {
          put(byte)
        }
      }
    case .added:
      isLineEnded = key == UInt8(ascii: "\n")
      if LineEditor.isControl(key) {
        put(UInt8(ascii: "^"))
        put(key ^ 0x40)
      } else {
        // A blank can be erased without knowing the column.
        put(key == UInt8(ascii: "\t") ? TerminalEcho.blank : key)
      }
    }
  }

  /// Ends the line if it is not ended.
  func endLine() {
    if !isLineEnded { put(UInt8(ascii: "\n")) }
    isLineEnded = true
    flush()
  }

  private func put(_ byte: UInt8) {
    if count == waiting.count { flush() }
    let index = count
    waiting.withMutableBytes { $0[index] = byte }
    count += 1
  }

  /// Shows all of it. If the terminal is gone, there is nobody to see it.
  func flush() {
    try? waiting.withBytes { bytes throws(SystemError) in
      try screen.write(bytes.extracting(first: count))
    }
    count = 0
  }
}
