internal import NIOCore

package enum LocalAddresses {
  /// The addresses at which other machines may reach this one, IPv4 first, without loopback and
  /// link-local ones.
  package static func all() -> [String] {
    let devices = (try? System.enumerateDevices()) ?? []
    let addresses = devices.compactMap(\.address)
    let fourth = addresses.filter { $0.protocol == .inet }.compactMap(\.ipAddress)
    let sixth = addresses.filter { $0.protocol == .inet6 }.compactMap(\.ipAddress)
    return fourth.filter { !$0.hasPrefix("127.") && !$0.hasPrefix("169.254.") }
      + sixth.filter { $0 != "::1" && !$0.hasPrefix("fe80:") }
  }
}
