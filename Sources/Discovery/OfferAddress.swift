internal import Glibc

/// A numeric address and port to try.
package struct OfferAddress: Hashable, Sendable {
  /// In network order: 4 bytes are IPv4, 16 IPv6.
  package let address: [UInt8]
  package let port: UInt16
  /// The interface's index for a link-local IPv6 address, which means nothing without it
  /// (RFC 4007); otherwise 0.
  package let scope: UInt32

  /// Nil if `address`, which a stranger sent, is not one to connect to.
  package init?(address: [UInt8], port: UInt16, interface: UInt32) {
    guard [4, 16].contains(address.count), address.contains(where: { $0 != 0 }), port != 0 else {
      return nil
    }
    self.address = address
    self.port = port
    scope = isLinkLocal(address) ? interface : 0
  }

  /// Numeric, with `%` and the interface's index if it needs a scope, as getaddrinfo(3) accepts it.
  package var host: String { scope == 0 ? numeric : "\(numeric)%\(scope)" }

  private var numeric: String {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    let family = address.count == 4 ? AF_INET : AF_INET6
    _ = unsafe inet_ntop(family, address, &text, socklen_t(text.count))
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

extension OfferAddress: CustomStringConvertible {
  /// As `--connect` accepts it.
  package var description: String {
    address.count == 4 ? "\(host):\(port)" : "[\(host)]:\(port)"
  }
}

extension OfferAddress: Comparable {
  /// The lower one is tried first: IPv6 before IPv4, and an address that needs no router before
  /// others (RFC 6724, rules 6 and 8).
  package static func < (left: OfferAddress, right: OfferAddress) -> Bool {
    left.rank.lexicographicallyPrecedes(right.rank)
  }

  private var rank: [UInt32] {
    [address.count == 16 ? 0 : 1, isLinkLocal(address) ? 0 : 1]
      + address.map(UInt32.init) + [UInt32(port), scope]
  }
}

/// fe80::/10 (RFC 4291, 2.5.6).
func isLinkLocal(_ address: [UInt8]) -> Bool {
  address.count == 16 && address[0] == 0xFE && address[1] & 0xC0 == 0x80
}
