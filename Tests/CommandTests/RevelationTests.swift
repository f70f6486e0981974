import Pad
import Synchronization
import System
import Testing
import Wording

@testable import vernam

/// A clock that advances only when a test says so.
private final class HandClock: Clock, Sendable {
  struct Instant: InstantProtocol {
    var offset: Swift.Duration
    func advanced(by duration: Swift.Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Swift.Duration { other.offset - offset }
    static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
  }

  private let time = Mutex(Instant(offset: .zero))

  var now: Instant { time.withLock { $0 } }
  var minimumResolution: Swift.Duration { .zero }
  func pass(_ duration: Swift.Duration) { time.withLock { $0 = $0.advanced(by: duration) } }
  func sleep(until deadline: Instant, tolerance: Swift.Duration?) async throws {}
}

/// A screen that plays events; every wait for one takes ten seconds.
private final class PlayedScreen: RevealScreen {
  let (columns, rows): (Int, Int)
  let clock = HandClock()
  private var events: [RevealEvent]
  private(set) var written: [String] = []
  private(set) var begun = 0

  init(_ events: [RevealEvent], columns: Int = 40, rows: Int = 12) {
    self.events = events
    (self.columns, self.rows) = (columns, rows)
  }

  func begin() { begun += 1 }
  func end() { begun -= 1 }
  func write(_ bytes: Span<UInt8>) {
    written.append(String(decoding: bytes.publicCopy, as: UTF8.self))
  }

  func event() -> RevealEvent {
    clock.pass(.seconds(10))
    return events.isEmpty ? .nothing : events.removeFirst()
  }

  var isOver: Bool {
    begun == 0 && written.last?.hasSuffix("\u{1B}[H\u{1B}[J\u{1B}[?25h\u{1B}[?1049l") == true
  }
}

@Suite("A revelation")
struct RevelationTests {
  private func show(_ text: [UInt8], _ screen: PlayedScreen) throws -> RevelationEnding {
    var revelation = Revelation(
      SecretBytes(copying: text.span), from: "alice", on: screen, clock: screen.clock)
    let ending = try revelation.show()
    #expect(screen.isOver)
    return ending
  }

  private func show(_ text: String, _ screen: PlayedScreen) throws -> RevelationEnding {
    try show(Array(text.utf8), screen)
  }

  @Test("ends after a minute without a key, but not while keys come", arguments: [0, 1, 3])
  func timeOut(_ keys: Int) throws {
    let quiet = [RevealEvent](repeating: .nothing, count: 4)
    let events = (0..<keys).flatMap { _ in quiet + [.next] }
    let screen = PlayedScreen(events)
    #expect(try show("a b c d e f", screen) == .timedOut)
    // Ten seconds each: the events up to the last key, then six waits without one.
    #expect(screen.clock.now.offset == .seconds(10 * (events.count + 6)))
  }

  @Test("is delivered by a key on the last word, and not before")
  func delivered() throws {
    #expect(try show("a b", PlayedScreen([.next, .next, .next])) == .delivered)
    #expect(try show("a b", PlayedScreen([.next, .next, .leave])) == .delivered)
    #expect(try show("a b \n", PlayedScreen([.next, .next, .next])) == .delivered)
    #expect(try show("a b", PlayedScreen([.next, .leave])) == .left)
    #expect(try show("a", PlayedScreen([.leave])) == .left)
    #expect(try show("a", PlayedScreen([.next, .otherKey, .hangUp])) == .left)
    #expect(try show("a", PlayedScreen([.next, .otherKey])) == .timedOut)
    #expect(try show(" \n", PlayedScreen([.next, .next])) == .delivered)
  }

  @Test("resumes after a stop with the word that was shown")
  func stop() throws {
    let screen = PlayedScreen([.next, .next, .signal, .next, .next, .next])
    #expect(try show("one two three", screen) == .delivered)
    let shown = screen.written.map { text in ["one", "two", "three"].filter(text.contains) }
    #expect(shown.filter { !$0.isEmpty } == [["one"], ["two"], ["two"], ["three"]])
  }

  @Test("splits words at white space of every kind, and escapes what terminals obey")
  func words() throws {
    let screen = PlayedScreen([RevealEvent](repeating: .next, count: 9))
    let text = Array("one\r\ntwo\u{3000}三\u{2028}\u{9B}x\u{A0}".utf8) + [0x80, 0x20, 0x61, 0xF0]
    #expect(try show(text, screen) == .delivered)
    let pieces = ["one", "two", "三", "\\u{9b}x", "\\x80", "a\\xf0"]
    for piece in pieces {
      #expect(screen.written.filter { $0.contains("H\(piece)\u{1B}[") }.count == 1)
    }
    #expect(screen.written.contains { $0.contains("6 words") })
  }

  @Test("shows a long word in pieces that fit, and all of it", arguments: [2, 3, 10, 33, 200])
  func pieces(_ columns: Int) throws {
    let word = String(repeating: "ab三", count: 40)
    let bytes = Array(word.utf8)
    let text = RevealedText(SecretBytes(copying: bytes.span))
    let most = min(columns - 1, 32)
    var (shown, position): (String, Int) = ("", 0)
    while let piece = text.piece(from: position, columns: most) {
      #expect(piece.columns <= max(most, 2) && piece.range.lowerBound == position)
      #expect(piece.goesOn == (piece.range.upperBound < word.utf8.count))
      shown += String(decoding: bytes[piece.range], as: UTF8.self)
      position = piece.range.upperBound
    }
    #expect(shown == word && text.wordCount == 1)
  }

  @Test(
    "names both keys on a narrow terminal too", arguments: [(80, 24, 1), (40, 24, 2), (40, 4, 2)])
  func narrow(_ columns: Int, _ rows: Int, _ lines: Int) throws {
    let screen = PlayedScreen([.next, .next, .next], columns: columns, rows: rows)
    #expect(try show("some words", screen) == .delivered)
    for text in screen.written.filter({ $0.contains("from alice") }) {
      #expect(text.contains("space: ") && text.contains("q: leave"))
      #expect(
        text.contains("\u{1B}[\(rows - 1);1H")
          && text.contains("   from alice\u{1B}") == (lines == 2))
    }
  }

  @Test("fits terminals of any size", arguments: [(1, 1), (3, 2), (12, 1), (500, 200)])
  func sizes(_ columns: Int, _ rows: Int) throws {
    let screen = PlayedScreen(
      [RevealEvent](repeating: .next, count: 99), columns: columns, rows: rows)
    #expect(try show("some words", screen) == .delivered)
  }
}
