import FrameFixtures
import Pad

@testable import Entropy
@testable import vernam

extension NoiseMaterial {
  /// Of these frames, with a fixed key.
  convenience init(of frames: [Frame], period: Int = FrameWatch.period) throws {
    let key = KeyStream(SecretBytes(copying: [UInt8](repeating: 1, count: 32).span))
    try self.init(Recording(frames), gate: GateTests.gate, seed: key, period: period)
  }

  /// All that the frames give.
  func drain() throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    var span = bytes.mutableSpan
    let count = try add(to: &span)
    return Array(bytes.prefix(count))
  }

  /// Why it could not be made from all frames; nil if it could.
  func refusal() -> String? {
    do {
      _ = try drain()
      return nil
    } catch { return Failure(error).what }
  }
}
