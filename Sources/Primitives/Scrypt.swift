internal import COpenSSL
package import Pad

/// scrypt (RFC 7914).
package enum Scrypt {
  /// The cost of a guess: 128 · N · r bytes of memory, and time in proportion to N · r · p.
  package struct Cost: Equatable, Sendable {
    /// log₂ N.
    package let logN: Int
    package let r: Int
    package let p: Int

    package init(logN: Int, r: Int, p: Int) {
      self.logN = logN
      self.r = r
      self.p = p
    }

    /// The lowest cost for a new vault: 128 MiB.
    package static let least = Cost(logN: 17, r: 8, p: 1)

    /// Whether a file may ask for this much: at most 1 GiB in all p rounds, which bounds memory and
    /// time (seconds). RFC 7914, section 2, requires N below 2^(16 r).
    package var isBearable: Bool {
      (1...30).contains(logN) && (1...64).contains(r) && (1...16).contains(p)
        && logN < 16 * r && workBytes <= 1 << 30
    }

    package var memoryBytes: Int { (128 * r) << logN }

    /// Bytes of memory that all rounds together go through: what the time depends on.
    package var workBytes: Int { memoryBytes * p }
  }

  /// Derives `count` bytes; nil if the memory that the cost asks for is not available.
  package static func derive(
    from passphrase: Span<UInt8>, salt: Span<UInt8>, cost: Cost, count: Int
  ) -> SecretBytes? {
    Libcrypto.initialize()
    var result = SecretBytes(count: count)
    let succeeded = unsafe passphrase.withUnsafeBufferPointer { passphrase in
      unsafe salt.withUnsafeBufferPointer { salt in
        result.withMutableBytes { result in
          unsafe result.withUnsafeMutableBufferPointer { result in
            unsafe passphrase.withMemoryRebound(to: CChar.self) { passphrase in
              unsafe EVP_PBE_scrypt(
                passphrase.baseAddress, passphrase.count, salt.baseAddress, salt.count,
                1 << UInt64(cost.logN), UInt64(cost.r), UInt64(cost.p),
                UInt64(cost.memoryBytes) + (64 << 20), result.baseAddress, result.count)
            }
          }
        }
      }
    }
    return succeeded == 1 ? consume result : nil
  }
}

extension Scrypt.Cost {
  /// Finds the cost that takes about half a second here: the least, doubled while it is faster.
  package static func calibrated() -> Scrypt.Cost {
    let clock = ContinuousClock()
    var cost = Scrypt.Cost.least
    let once = clock.measure {
      _ = Scrypt.derive(
        from: Array("calibration".utf8).span, salt: Array("calibration".utf8).span, cost: cost,
        count: 32)
    }
    var expected = once * 2
    while expected <= .milliseconds(600) {
      let next = Scrypt.Cost(logN: cost.logN + 1, r: cost.r, p: cost.p)
      guard next.isBearable else { break }
      cost = next
      expected *= 2
    }
    return cost
  }
}
