import TestSupport

@testable import Codec

/// What is found in text that is read as a stream, in pieces of at most `size` bytes.
struct StreamedText {
  let findings: [ArmorStream.Finding]
  private let bytes: [UInt8]

  init(_ text: String, pieces size: Int, _ random: Seeded) {
    let text = Array(text.utf8)
    var stream = ArmorStream()
    var (bytes, start) = ([UInt8](), 0)
    while start < text.count {
      let end = min(text.count, start + random.number(in: 1...size))
      bytes += stream.append(text.span.extracting(start..<end))
      start = end
    }
    self.bytes = bytes + stream.finish()
    findings = stream.findings
  }

  /// The packets that are whole.
  var packets: [[UInt8]] {
    var assembly = ArmorAssembly<ArmorStream.Content>()
    for (number, finding) in findings.enumerated() {
      if case .part(let part) = finding { assembly.add(part, at: number) }
    }
    return assembly.messages.filter(\.missing.isEmpty).map { message in
      message.parts.flatMap { bytes[$0.content.range] }
    }
  }

  var damage: [DamagedPart] {
    findings.compactMap { if case .damaged(let part) = $0 { part } else { nil } }
  }
}
