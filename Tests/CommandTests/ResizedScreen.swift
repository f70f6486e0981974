import System

@testable import vernam

/// A screen whose size changes once a word is drawn on it.
final class ResizedScreen: RevealScreen {
  let columns = 80
  var rows: Int { sizes.first ?? 0 }
  private(set) var written = ""
  private var events: ArraySlice<RevealEvent>
  private var sizes: ArraySlice<Int>

  init(events: [RevealEvent], rows: [Int]) {
    self.events = events[...]
    sizes = rows[...]
  }

  func begin() {}
  func end() {}

  func write(_ bytes: Span<UInt8>) {
    written += String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
  }

  func event() -> RevealEvent {
    if written.contains("word 1"), sizes.count > 1 { sizes.removeFirst() }
    return events.popFirst() ?? .hangUp
  }
}
