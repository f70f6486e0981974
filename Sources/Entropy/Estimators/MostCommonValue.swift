internal import Glibc

/// SP 800-90B §6.3.1: how often the commonest sample occurs.
enum MostCommonValue {
  static func estimate(_ samples: Span<UInt8>) -> Double {
    var counts = [Int](repeating: 0, count: 256)
    for index in samples.indices { counts[Int(samples[index])] += 1 }
    let share = Double(counts.max() ?? 0) / Double(samples.count)
    return -log2(Confidence.upperLimit(share, count: samples.count))
  }
}
