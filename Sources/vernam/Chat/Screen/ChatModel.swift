internal import Exchange
internal import Pad
internal import System
internal import Wording

/// A conversation on a whole screen: what was said, the message that is being typed, and what the
/// first row says.
struct ChatModel: ~Copyable {
  static let prompt = "> "
  private static let mostNameColumns = 16
  private static let mostQuotedColumns = 60
  /// The most rows for the message that is being typed.
  private static let mostTypedRows = 5
  /// Rows below the first that fit at least one line of the conversation.
  static let leastRows = 4

  let name: String
  /// As much of the name as stands before each message.
  private let shortName: String
  let isASCII: Bool
  var transcript = Transcript()
  var typed = TypedMessage()
  /// The last line that was sent or done.
  var lastLine = SecretBytes(count: 0)
  /// When Ctrl+C came, if it was the last key.
  var interruption: ContinuousClock.Instant?
  /// Whether the other end is there; nil before it ever was.
  var isHere: Bool?
  /// What was last said about the other end.
  var lastNote = ""
  var messagesLeft = 0
  var waitingCount = 0
  /// How far a long message has come.
  var progress: TransferProgress?
  /// Messages of this end that another command sent.
  var foundNumbers: Set<Int> = []
  /// Messages of this end that were taken back after they had left.
  var removedNumbers: Set<Int> = []
  /// Rows between the end of the conversation and the last row that is shown.
  var scrolled = 0
  /// The first row that is shown of what is being typed.
  private var firstTypedRow = 0
  /// Whether what is being typed is the last line, brought back and not changed since.
  var isBroughtBack = false
  /// The column that Up and Down try to keep.
  var goalColumn: Int?
  /// Messages that came below the rows that are shown.
  var unseenCount = 0
  private(set) var columns = 80

  init(name: String, isASCII: Bool) {
    self.name = VisibleText.line(name)
    let bytes = Array(self.name.utf8)
    let first = TextRows(bytes.span, columns: ChatModel.mostNameColumns).ranges[0]
    shortName = String(decoding: bytes[first], as: UTF8.self)
    self.isASCII = isASCII
  }

  /// Takes note of something that happened.
  mutating func follow(_ event: ConversationEvent) {
    transcript.deliveries.follow(event)
    switch event {
    case .progress(let progress): self.progress = progress
    case .here: (isHere, progress) = (true, nil)
    case .away: (isHere, progress) = (false, nil)
    case .found(let number): foundNumbers.insert(number)
    case .removed(let number, hasLeft: true): removedNumbers.insert(number)
    default: break
    }
  }

  /// Repeats the beginning of a message of this end in a line of the program; returns false if it is
  /// not kept.
  mutating func quote(_ number: Int) -> Bool {
    guard let said = transcript.entries.last(where: { $0.speaker == .own(number) }) else {
      return false
    }
    let quoted = said.text.withBytes { text in
      let row = TextRows(text, columns: ChatModel.mostQuotedColumns).ranges[0]
      return SecretBytes(joining: SecretBytes(copying: Array("> ".utf8).span), text.extracting(row))
    }
    quoted.withBytes { transcript.add(.note, $0) }
    keepView(isMessage: false)
    return true
  }

  /// What to say once none of the `count` messages of earlier commands waits any more.
  func earlierNote(_ count: Int, waiting: Int) -> String? {
    if waiting > 0 { return nil }
    let haveArrived = transcript.deliveries.state(of: 1...count) == .arrived
    if count == 1 {
      return haveArrived
        ? "Your earlier message has arrived." : "Your earlier message is no longer waiting."
    }
    return haveArrived
      ? "Your earlier messages have arrived." : "None of your earlier messages is waiting any more."
  }

  /// What the marks before one's own messages mean.
  var marksText: String {
    "\(symbol(.waiting)) waits, \(symbol(.sent)) sent, \(symbol(.arrived)) arrived, "
      + "\(symbol(.passed)) not accepted, \(symbol(.removed)) taken back."
  }

  // MARK: Painting

  mutating func paint(on terminal: Stream) {
    picture(columns: terminal.columns, rows: terminal.rows).show(on: terminal)
  }

  /// What a screen of that size is to show.
  mutating func picture(columns: Int, rows: Int) -> ScreenPainter {
    let (columns, rows) = (max(10, columns), max(ChatModel.leastRows, rows))
    self.columns = columns
    if scrolled == 0 { unseenCount = 0 }
    var painter = ScreenPainter()
    let shown = typed.withText { Transcript.visible($0) }
    let before = shownBeforeCursor
    let cells = shown.withBytes { TextRows($0, columns: typedColumns) }
    let cursorRow = cells.row(of: before)
    let most = min(ChatModel.mostTypedRows, rows - ChatModel.leastRows + 1)
    firstTypedRow = min(max(firstTypedRow, cursorRow - most + 1), cursorRow)
    firstTypedRow = min(firstTypedRow, max(0, cells.ranges.count - most))
    let typedRows = firstTypedRow..<min(firstTypedRow + most, cells.ranges.count)
    let top = rows - typedRows.count
    // This finds out how far up one can scroll, which the first row depends on.
    paintTranscript(1..<top, columns, &painter)
    painter.row(0)
    painter.put("\u{1B}[7m\(head(columns))\u{1B}[0m")
    for row in typedRows {
      painter.row(top + row - typedRows.lowerBound)
      painter.put(typedHead(row, of: typedRows, isLast: row == cells.ranges.count - 1))
      shown.withBytes { painter.put($0.extracting(cells.ranges[row])) }
    }
    let start = cells.ranges[cursorRow].lowerBound
    let column = shown.withBytes { TextRows.columns($0.extracting(start..<max(start, before))) }
    painter.end(
      row: top + cursorRow - typedRows.lowerBound,
      column: min(columns - 1, ChatModel.prompt.utf8.count + column))
    return painter
  }

  /// What stands before a row of the message that is being typed: a sign if there are more rows
  /// above those that are shown, or below.
  private func typedHead(_ row: Int, of shown: Range<Int>, isLast: Bool) -> String {
    if row == 0 { return ChatModel.prompt }
    if row == shown.lowerBound || (row == shown.upperBound - 1 && !isLast) {
      return isASCII ? ".." : "… "
    }
    return "  "
  }

  /// The first row: who, whether they are there, and what is left.
  private func head(_ columns: Int) -> String {
    let presence =
      switch isHere {
      case nil: "is not here yet"
      case true?: "is here"
      case false?: "is away"
      }
    let below = unseenCount == 0 ? "more" : "\(unseenCount) new"
    let unseen = scrolled == 0 ? "" : ", \(below) below"
    let waiting =
      unseen + (progress.map { ", \($0.words)" } ?? "")
      + (waitingCount == 0 ? "" : ", \(waitingCount) not arrived")
    let left = PadAmount.count(messagesLeft, "message")
    let full = " \(name) \(presence)\(waiting)   \(left) left"
    let short = " \(name) \(presence)\(waiting)"
    let text = Array(full.utf8).count <= columns ? full : short
    var bytes = Array(text.utf8)
    let rows = TextRows(bytes.span, columns: columns)
    bytes = Array(bytes[rows.ranges[0]])
    let used = TextRows.columns(bytes.span)
    return String(decoding: bytes, as: UTF8.self)
      + String(repeating: " ", count: max(0, columns - used))
  }

  /// Paints the last rows of the conversation that fit, from the bottom up.
  private mutating func paintTranscript(
    _ area: Range<Int>, _ columns: Int, _ painter: inout ScreenPainter
  ) {
    var needed = area.count + scrolled
    var lines: [(entry: Transcript.Entry, rows: TextRows, head: String)] = []
    for entry in transcript.entries.reversed() where needed > 0 {
      let head = head(of: entry)
      let rows = entry.text.withBytes {
        TextRows($0, columns: columns - ChatModel.margin(furtherHead(of: entry)))
      }
      lines.append((entry, rows, head))
      needed -= rows.ranges.count
    }
    let all = lines.reduce(0) { $0 + $1.rows.ranges.count }
    scrolled = max(0, min(scrolled, all - area.count))
    var row = area.upperBound - 1 + scrolled
    for (entry, rows, head) in lines {
      for (number, range) in rows.ranges.enumerated().reversed() {
        if area.contains(row) {
          painter.row(row)
          paint(entry, range, head: number == 0 ? head : furtherHead(of: entry), &painter)
        }
        row -= 1
      }
    }
    while row >= area.lowerBound {
      if area.contains(row) { painter.row(row) }
      row -= 1
    }
  }

  private func paint(
    _ entry: Transcript.Entry, _ range: Range<Int>, head: String, _ painter: inout ScreenPainter
  ) {
    painter.put(entry.speaker == .other ? "\u{1B}[1m\(head)\u{1B}[0m" : head)
    entry.text.withBytes { painter.put($0.extracting(range)) }
  }

  /// What stands before the first row of an entry; no text can stand there.
  private func head(of entry: Transcript.Entry) -> String {
    switch entry.speaker {
    case .note: "* "
    case .other: "  \(shortName): "
    case .own(let number):
      "\(symbol(transcript.deliveries.state(of: number))) you: "
    }
  }

  /// The same before its further rows. Those of a note are marked, too, since a stranger may have
  /// caused it, and none looks like the first row of another.
  func furtherHead(of entry: Transcript.Entry) -> String {
    if entry.speaker == .note { return "*   " }
    return String(repeating: " ", count: ChatModel.margin(head(of: entry)))
  }

  private func symbol(_ state: DeliveryState) -> String {
    switch state {
    case .waiting: isASCII ? "." : "·"
    case .sent: isASCII ? ">" : "→"
    case .arrived: isASCII ? "v" : "✓"
    case .passed: "x"
    case .removed: "-"
    }
  }

  /// Columns that a head takes.
  static func margin(_ head: String) -> Int { TextRows.columns(Array(head.utf8).span) }
}
