internal import NIOCore

package enum LocalAddresses {
  /// Where other machines may reach this one: its addresses, IPv4 first, without those of the
  /// machine itself and of one link only.
  package static func all() -> [String] {
    let devices = (try? System.enumerateDevices()) ?? []
    let addresses = devices.compactMap(\.address)
    let fourth = addresses.filter { $0.protocol == .inet }.compactMap(\.ipAddress)
    let sixth = addresses.filter { $0.protocol == .inet6 }.compactMap(\.ipAddress)
    return fourth.filter { !$0.hasPrefix("127.") && !$0.hasPrefix("169.254.") }
      + sixth.filter { $0 != "::1" && !$0.hasPrefix("fe80:") }
  }
}
