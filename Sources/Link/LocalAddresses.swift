internal import NIOCore

package enum LocalAddresses {
  /// The addresses at which other computers may reach this one, IPv4 first, without loopback and
  /// link-local ones.
  package static func all() -> [String] {
    let ipv4 = addresses.filter { $0.protocol == .inet }.compactMap(\.ipAddress)
    let ipv6 = addresses.filter { $0.protocol == .inet6 }.compactMap(\.ipAddress)
    return ipv4.filter { !$0.hasPrefix("127.") && !$0.hasPrefix("169.254.") }
      + ipv6.filter { $0 != "::1" && !$0.hasPrefix("fe80:") }
  }

  /// The same for a person to type: the short ones, if there are any.
  package static func toType() -> [String] {
    let all = all()
    let short = all.filter { !$0.contains(":") }
    return short.isEmpty ? all : short
  }

  /// Whether this computer has an address that is not loopback: without one it is on no network.
  package static var isOnNetwork: Bool {
    addresses.compactMap(\.ipAddress).contains { !$0.hasPrefix("127.") && $0 != "::1" }
  }

  private static var addresses: [SocketAddress] {
    ((try? System.enumerateDevices()) ?? []).compactMap(\.address)
  }
}
