internal import Primitives
internal import System

/// Where `--copy` puts a message: the clipboard of the desktop, or of the terminal (OSC 52), which
/// may be on another machine.
enum Clipboard {
  case desktop(ClipboardTool)
  case terminal(OpenTerminal)

  /// The longest text that fits an OSC 52 sequence of 100,000 bytes, frame and base64 included.
  static let terminalBytes = 74_994

  /// Throws if there is none, before any pad is spent. The hint says what to do then.
  init(otherwise hint: String = "leave out --copy, and copy the text from the screen") throws {
    if let tool = ClipboardTool.found {
      try tool.checkCopying()
      self = .desktop(tool)
      return
    }
    let isConsole = Machine.environment("TERM") == "linux"
    guard EscapeSequences.areKnown, !isConsole, let terminal = try? OpenTerminal() else {
      throw Failure(
        "vernam found no clipboard here", hint: hint, code: .unavailable)
    }
    self = .terminal(terminal)
  }

  /// Whether we know that the text was copied: terminals do not answer.
  var isSure: Bool { if case .desktop = self { true } else { false } }

  /// Throws if a text of `count` bytes cannot be copied.
  func check(_ count: Int, hint: String = "leave out --copy, and save it with -o FILE") throws {
    guard case .terminal = self, count > Clipboard.terminalBytes else { return }
    throw Failure(
      "the message has \(count) characters, and a terminal's clipboard holds "
        + "\(Clipboard.terminalBytes)",
      hint: hint, code: .unavailable)
  }

  /// Copies what `write` writes.
  func copy(_ write: ((Span<UInt8>) throws(SystemError) -> Void) throws -> Void) throws {
    switch self {
    case .desktop(let tool):
      let program = try tool.startCopying()
      let written = Result {
        try write { (piece) throws(SystemError) in try program.stream.write(piece) }
      }
      try tool.check(program.finish(), wasPasting: false)
      try written.get()
    case .terminal(let terminal):
      var text: [UInt8] = []
      try write { piece in for index in piece.indices { text.append(piece[index]) } }
      let isInTmux = Machine.environment("TMUX") != nil
      let sequence = Clipboard.sequence(Base64.encode(text), isInTmux: isInTmux)
      try terminal.stream.write(sequence.span)
    }
  }

  /// The sequence that tells a terminal to copy a text. Depending on its settings, tmux obeys it or
  /// passes a wrapped one on to its own terminal, so it gets both.
  private static func sequence(_ text: [UInt8], isInTmux: Bool) -> [UInt8] {
    let (start, end) = ("\u{1B}]52;c;", "\u{7}")
    let plain = Array(start.utf8) + text + Array(end.utf8)
    if !isInTmux { return plain }
    return plain + Array("\u{1B}Ptmux;\u{1B}".utf8) + plain + Array("\u{1B}\\".utf8)
  }
}
