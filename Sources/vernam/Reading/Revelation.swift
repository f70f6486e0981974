internal import Pad
internal import System
internal import Wording

/// A text shown word by word: one is on the screen at a time, and none afterwards. It uses the
/// terminal's alternate screen, which has no scrollback.
struct Revelation<Time: Clock>: ~Copyable where Time.Duration == Duration {
  /// After this long without a key, the screen is cleared.
  static var patience: Duration { .seconds(60) }
  /// The most columns of a word to show at once.
  private static var longestPiece: Int { 32 }

  private let text: RevealedText
  private let sender: String
  private let words: Int
  private let screen: any RevealScreen
  private let clock: Time
  /// The piece on the screen, or the last one that was there.
  private var piece: RevealedText.Piece?
  /// The number of its word, from 1.
  private var number = 0
  /// Rows of the screen at the last drawing: what was drawn may now be in any of that many.
  private var drawnRows = 1

  init(_ text: consuming SecretBytes, from sender: String, on screen: any RevealScreen, clock: Time)
  {
    self.text = RevealedText(text)
    words = self.text.wordCount
    self.sender = sender
    self.screen = screen
    self.clock = clock
  }

  /// Returns or throws only when nothing of the text is left on the screen.
  mutating func show() throws(SystemError) -> RevelationEnding {
    while true {
      let ending = try showUntilSignal()
      // A signal has ended the program by now, or stopped it for a while.
      if ending != .signal { return ending }
    }
  }

  private mutating func showUntilSignal() throws(SystemError) -> RevelationEnding {
    try screen.begin()
    defer { screen.end() }
    try write("\u{1B}[?1049h\u{1B}[?25l")
    // The terminal may be gone, and then there is nothing to clear.
    defer { try? write(clearing + "\u{1B}[?25h\u{1B}[?1049l") }
    drawnRows = screen.rows
    let what =
      number > 0 ? "at word \(number) of \(words)" : "\(words) word\(words == 1 ? "" : "s")"
    try write(clearing + bottom(what))
    return try followKeys()
  }

  private mutating func followKeys() throws(SystemError) -> RevelationEnding {
    var isShown = false
    var lastKey = clock.now
    while true {
      switch screen.event() {
      case .nothing:
        if lastKey.duration(to: clock.now) >= Revelation.patience { return .timedOut }
        continue
      case .signal: return .signal
      case .hangUp: return .left
      case .leave: return isShown && isLast ? .delivered : .left
      case .otherKey: break
      case .next:
        if isShown, isLast { return .delivered }
        // After Ctrl+Z and fg, the same piece is shown again.
        if isShown || piece == nil { advance() }
        try draw()
        isShown = true
      }
      lastKey = clock.now
    }
  }

  private var isLast: Bool { text.isEnd(piece?.range.upperBound ?? 0) }

  private mutating func advance() {
    if piece?.goesOn != true { number += 1 }
    let most = min(screen.columns - 1, Revelation.longestPiece)
    piece = text.piece(from: piece?.range.upperBound ?? 0, columns: most)
  }

  private mutating func draw() throws(SystemError) {
    guard let piece else {
      return try write(clearing + bottom("the message is blank", isEnd: true))
    }
    let column = max(1, (screen.columns - piece.columns) / 2 + 1)
    let place = "\u{1B}[\(wordRow);\(column)H"
    let last =
      isLast ? "last word" : "word \(number) of \(words)\(piece.goesOn ? ", continued" : "")"
    let bottom = screen.rows > 1 ? bottom(last, isEnd: isLast) : ""
    let all = text.shown(piece, between: Array((clearing + place).utf8), and: Array(bottom.utf8))
    drawnRows = screen.rows
    try all.withBytes { all throws(SystemError) in try screen.write(all) }
  }

  private var wordRow: Int { max(1, screen.rows / 2) }

  /// The bottom line, or two if everything does not fit on one.
  private func bottom(_ what: String, isEnd: Bool = false) -> String {
    let (place, keys) = (
      [what, "from \(sender)"], [isEnd ? "space: end" : "space: next", "q: leave"]
    )
    let line = fitting(place + keys)
    if line.isWhole || screen.rows < 4 { return "\u{1B}[\(screen.rows);1H" + line.text }
    return "\u{1B}[\(screen.rows - 1);1H" + fitting(place).text + "\u{1B}[\(screen.rows);1H"
      + fitting(keys).text
  }

  /// As many of the parts as fit on a line, and whether that is all of them.
  private func fitting(_ parts: [String]) -> (text: String, isWhole: Bool) {
    var shown = parts
    while shown.count > 1,
      Revelation.columns(shown.joined(separator: "   ")) >= screen.columns
    {
      shown.removeLast()
    }
    let text = String(shown.joined(separator: "   ").prefix(screen.columns - 1))
    return (text, shown.count == parts.count)
  }

  /// The most columns that a line may need: a name may have wide characters.
  private static func columns(_ line: String) -> Int {
    line.unicodeScalars.reduce(0) { $0 + ($1.isASCII ? 1 : 2) }
  }

  /// Line by line first: some terminals without an alternate screen keep a screen that is cleared
  /// as a whole.
  private var clearing: String {
    let rows = 1...max(1, drawnRows, screen.rows)
    return rows.map { "\u{1B}[\($0);1H\u{1B}[2K" }.joined() + "\u{1B}[H\u{1B}[J"
  }

  private func write(_ text: String) throws(SystemError) {
    let bytes = Array(text.utf8)
    try screen.write(bytes.span)
  }
}
