internal import Pad

/// The bytes of a generator that conditions its own noise, such as /dev/hwrng. Nothing of the noise
/// is left that could be judged, so they are credited only on somebody's word. The health tests of
/// SP 800-90B, for half of their bits, and a search for repeats notice a generator that broke.
package final class DeviceBytes: MaterialPart {
  package let name: String
  private let input: InputBytes
  private var health = HealthTests(entropy: 4)
  private var repeats = RepeatSearch(length: 32)

  init(_ input: InputBytes) {
    self.input = input
    name = input.name
  }

  func add(to bytes: inout MutableSpan<UInt8>) throws(EntropyError) -> Int {
    var fresh = SecretBytes(count: bytes.count)
    let count = try fresh.withMutableBytes { (fresh) throws(EntropyError) in
      try input.read(into: &fresh)
    }
    var (health, repeats) = (health, repeats)
    let isFailing = fresh.withBytes { fresh in
      var isFailing = false
      for index in 0..<count {
        if health.fails(Int(fresh[index])) { isFailing = true }
        repeats.add(UInt16(fresh[index]))
      }
      bytes.xor(fresh.extracting(0..<count), at: 0)
      return isFailing
    }
    (self.health, self.repeats) = (health, repeats)
    if isFailing { throw .healthFailed(.counters) }
    if repeats.found != nil { throw .healthFailed(.repeatedParts) }
    return count
  }
}
