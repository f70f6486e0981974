internal import CDNSSD
internal import Glibc

/// Which of the two daemons answers. The library has one code for a missing bus, a missing daemon
/// and a dead one, so this asks their sockets.
package struct DaemonStatus: Sendable {
  package let isBusRunning: Bool
  package let isAvahiRunning: Bool
  /// Avahi's library can be opened.
  package static var isLibraryInstalled: Bool { DNSServiceLibrary.shared != nil }

  package init(isBusRunning: Bool, isAvahiRunning: Bool) {
    self.isBusRunning = isBusRunning
    self.isAvahiRunning = isAvahiRunning
  }

  package static func now() -> DaemonStatus {
    let bus = busSocket(unsafe getenv("DBUS_SYSTEM_BUS_ADDRESS").map { unsafe String(cString: $0) })
    return DaemonStatus(
      isBusRunning: bus.map(isListening) ?? true,
      isAvahiRunning: isListening("/run/avahi-daemon/socket"))
  }

  /// The meaning of a code of `dns_sd.h` that came when the search started.
  func error(code: Int32) -> DiscoveryError {
    switch Int(code) {
    case kDNSServiceErr_Refused: .refused
    case kDNSServiceErr_Unknown where !isBusRunning: .noBus
    case kDNSServiceErr_Unknown where !isAvahiRunning: .noAvahi
    case kDNSServiceErr_Unknown: .avahiSilent
    default: .failed(code: code)
    }
  }

  /// The meaning of a code of `dns_sd.h` that came after the search had started.
  func errorWhileWaiting(code: Int32) -> DiscoveryError {
    switch error(code: code) {
    case .noAvahi, .avahiSilent: .avahiLost
    case let other: other
    }
  }
}

/// Where the system's D-Bus listens, given DBUS_SYSTEM_BUS_ADDRESS; nil if that is not a path.
func busSocket(_ address: String?) -> String? {
  guard let address, !address.isEmpty else { return "/run/dbus/system_bus_socket" }
  let first = address.prefix { $0 != ";" && $0 != "," }
  return first.hasPrefix("unix:path=") ? String(first.dropFirst("unix:path=".count)) : nil
}

/// Whether somebody listens on a Unix socket; a file left by a dead daemon does not count.
private func isListening(_ path: String) -> Bool {
  let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
  guard descriptor >= 0 else { return true }
  defer { close(descriptor) }
  guard var address = unixAddress(path) else { return true }
  let result = unsafe withUnsafePointer(to: &address) {
    unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
    }
  }
  return result == 0 || ![ENOENT, ENOTDIR, ECONNREFUSED].contains(errno)
}

/// Nil if the path is too long for the kernel.
private func unixAddress(_ path: String) -> sockaddr_un? {
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
  unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
  return address
}
