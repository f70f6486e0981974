internal import Exchange
internal import Pad
internal import Wording

/// What was said, as far as it is kept: in locked memory, and only while the conversation lasts.
struct Transcript {
  enum Speaker: Equatable {
    /// Which of this end's messages it is.
    case own(Int)
    case other
    /// A line of the program.
    case note
  }

  final class Entry {
    let speaker: Speaker
    /// Visible, without tabs.
    let text: SecretBytes

    init(_ speaker: Speaker, _ text: consuming SecretBytes) {
      self.speaker = speaker
      self.text = text
    }
  }

  private static let lineFeed = UInt8(ascii: "\n")
  private static let mostEntries = 2000
  private static let mostBytes = 4 << 20

  private(set) var entries: [Entry] = []
  private var bytes = 0
  var deliveries = Deliveries()

  /// Adds what was said; the oldest goes if there is too much.
  mutating func add(_ speaker: Speaker, _ text: Span<UInt8>) {
    // A line end after the last line would add an empty row.
    let isEnded = text.count > 0 && text[text.count - 1] == Transcript.lineFeed
    let shown = Transcript.visible(text.extracting(first: text.count - (isEnded ? 1 : 0)))
    let entry = Entry(speaker, shown)
    entries.append(entry)
    bytes += entry.text.count
    while entries.count > Transcript.mostEntries || bytes > Transcript.mostBytes {
      bytes -= entries.removeFirst().text.count
    }
  }

  mutating func note(_ text: String) { add(.note, Array(text.utf8).span) }

  /// Text in which nothing is left that a terminal would obey. A tab becomes two blanks.
  static func visible(_ text: Span<UInt8>) -> SecretBytes {
    let shown = VisibleText.whole(text)
    // The encoder adds a line end if there is none.
    let isEnded = text.count > 0 && text[text.count - 1] == lineFeed
    let count = shown.count - (isEnded ? 0 : 1)
    var result = SecretBytes(count: 2 * shown.count)
    var used = 0
    shown.withBytes { shown in
      result.withMutableBytes { result in
        for index in 0..<count {
          let isTab = shown[index] == 0x09
          result.store(isTab ? UInt8(0x20) : shown[index], at: &used)
          if isTab { result.store(UInt8(0x20), at: &used) }
        }
      }
    }
    return result.resized(used, keeping: used)
  }
}
