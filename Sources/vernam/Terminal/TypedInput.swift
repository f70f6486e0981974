internal import Pad
internal import System

/// Text that a person types or pastes at a terminal, read key by key: the terminal's own lines hold
/// 4095 bytes, and it silently drops the rest.
final class TypedInput {
  private static let momentMilliseconds = 100
  /// A paste may come in several pieces, and what is left of it must not reach the shell: it counts
  /// as over once nothing came for this many moments.
  private static let quietMoments = 5
  /// The most bytes that a line may have had before it was read key by key.
  private static let longestEarlyLine = 4095

  private let keys: KeyTerminal
  private let echo: TerminalEcho
  private var editor = LineEditor()
  /// Bytes that were typed, and shown by the terminal, before this began.
  private var early = 0
  private var isBegun = false
  /// More came with the key that ended the text: a paste, whose rest must not reach the shell.
  private var dropsRest = false

  /// From now on, the keys belong to this text.
  init(of stream: Stream) throws(SystemError) {
    keys = KeyTerminal(stream)
    echo = TerminalEcho(keys.screen)
    try begin()
  }

  deinit { end() }

  private func begin() throws(SystemError) {
    try keys.begin(dropsTyped: false)
    early = keys.typedBytes
    echo.markPastes(true)
    isBegun = true
  }

  /// Gives the terminal back, on a line of its own, and drops what was typed and not taken.
  func end() {
    if !isBegun { return }
    isBegun = false
    echo.endLine()
    echo.markPastes(false)
    if dropsRest { dropRest() }
    keys.end()
  }

  private func dropRest() {
    dropsRest = false
    let pause = TypedInput.quietMoments * TypedInput.momentMilliseconds
    while keys.stream.isReadable(milliseconds: pause), (try? keys.stream.readByte()) != nil {}
  }

  /// Ends the line of what was typed, so that another one may follow.
  func endLine() { echo.endLine() }

  /// Reads text into `bytes` until they are full, until ^D, or until there is a pause in which
  /// `isAll` finds that nothing is missing. Returns how many bytes are filled; none after the end.
  func fill(
    _ bytes: inout MutableSpan<UInt8>, isAll: (Span<UInt8>) -> Bool = { _ in false }
  ) throws -> Int {
    editor.startText()
    var quiet = 0
    while !editor.isOver, editor.count < bytes.count {
      if keys.wasSignalled {
        if keys.isEnding {
          echo.endLine()
          StandardError.line("Cancelled. No pad was used.")
        }
        end()
        // The signal stopped the program for a while.
        try begin()
      } else if keys.stream.isReadable(milliseconds: TypedInput.momentMilliseconds) {
        try take(&bytes, afterPause: quiet >= TypedInput.quietMoments)
        quiet = 0
      } else {
        quiet += 1
        guard quiet == TypedInput.quietMoments, !editor.isPasting, editor.count > 0 else {
          continue
        }
        if isAll(bytes.span.extracting(first: editor.count)) { editor.close() }
      }
    }
    return editor.count
  }

  /// Takes the keys that are there. They are read into the free part of `bytes`, where the text
  /// grows over them.
  private func take(_ bytes: inout MutableSpan<UInt8>, afterPause: Bool) throws {
    let start = editor.count
    let got = try keys.stream.read(into: &bytes, from: start)
    if got == 0 { editor.close() }
    try checkEarly(bytes.span.extracting(start..<start + got))
    var (taken, isSignal) = (0, false)
    for index in start..<start + got where !editor.isOver {
      taken += 1
      let key = bytes[index]
      // A key by itself is no part of a paste, even if the end of the paste never came. What was
      // typed after ^C is dropped, as the terminal does.
      let isTyped = !editor.isPasting || (afterPause && got == 1)
      isSignal = isTyped && keys.raiseSignal(of: key)
      if isSignal { break }
      let effect = editor.take(key, into: &bytes)
      if index - start >= early { echo.show(effect, of: key) }
    }
    early = max(0, early - got)
    if editor.isOver || isSignal {
      dropsRest = taken < got || keys.stream.isReadable(milliseconds: 0)
    }
    echo.flush()
  }

  /// Throws if the terminal may have cut a line before it was read key by key.
  private func checkEarly(_ keys: Span<UInt8>) throws {
    let most = TypedInput.longestEarlyLine
    guard early >= most, keys.count >= most else { return }
    let line = keys.extracting(first: most)
    if line.indices.contains(where: { line[$0] == UInt8(ascii: "\n") }) { return }
    throw Failure(
      "a line is too long: the terminal cut it after \(most) bytes",
      hint: "run the command again, and wait for its question before you paste", code: .badData)
  }
}
