import Codec
import TestSupport
import Testing

/// The packets that were released, and the text of each.
struct Ledger {
  private(set) var entries: [(text: String, message: String, chunks: Range<Int>)] = []

  /// Enters what `encrypt` printed; false if there is no whole message in it.
  mutating func enter(_ output: [UInt8], saying text: String, _ ends: TwoEnds) throws -> Bool {
    guard case .packet(let packet)? = Armor.read(output.span).first else { return false }
    let chunks = try #require(ends.chunks(of: packet.bytes), "the packet is alice's")
    entries.append((text, String(decoding: output, as: UTF8.self), chunks))
    return true
  }

  /// Expects that no two packets share a chunk.
  func expectDisjoint() {
    let sorted = entries.map(\.chunks).sorted { $0.lowerBound < $1.lowerBound }
    for (one, next) in zip(sorted, sorted.dropFirst()) {
      #expect(one.upperBound <= next.lowerBound, "chunks \(one) and \(next)")
    }
  }

  /// Expects the other end to read all of them, in random order, exactly as they were written. Each
  /// text is a line.
  func expectReadable(by end: End, _ seeded: Seeded) throws {
    var generator = seeded
    let shuffled = entries.shuffled(using: &generator)
    for start in stride(from: 0, to: shuffled.count, by: 100) {
      let batch = shuffled[start..<min(start + 100, shuffled.count)]
      let outcome = try end.run(["decrypt", "--quiet"], input: batch.map(\.message).joined())
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.text == batch.map(\.text).joined())
    }
  }
}
