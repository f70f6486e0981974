import Glibc
import System

/// Somebody on the network who is not vernam, at an address that no honest end of these tests has:
/// if there are too many callers, those of the host with the most are turned away.
enum Stranger {
  /// Connects to a port of this machine, says something, and hangs up.
  static func call(port: Int, _ greeting: [UInt8]) throws { close(try stay(port: port, greeting)) }

  /// Connects to a port of this machine, says something, and stays; returns the descriptor.
  static func stay(port: Int, _ greeting: [UInt8] = []) throws -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard with(address: 0x7f00_0002, port: 0, { bind(descriptor, $0, $1) }) == 0,
      with(address: 0x7f00_0001, port: port, { connect(descriptor, $0, $1) }) == 0
    else {
      let code = errno
      close(descriptor)
      throw SystemError("connect", "\(port)", code: code)
    }
    _ = say(descriptor, greeting)
    return descriptor
  }

  private static func with(
    address: UInt32, port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_port = in_port_t(port).bigEndian
    place.sin_addr.s_addr = address.bigEndian
    return withUnsafePointer(to: &place) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  /// Sends as much as the connection accepts at once; returns how many bytes.
  static func say(_ descriptor: Int32, _ bytes: [UInt8]) -> Int {
    let flags = Int32(MSG_NOSIGNAL | MSG_DONTWAIT)
    return max(0, bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, flags) })
  }

  /// Shuts down its sending side, and stays.
  static func closeHalf(_ descriptor: Int32) { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Whether the other end still holds the connection open; skips what it sent.
  static func isHeld(_ descriptor: Int32) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
      if count <= 0 { return count < 0 && errno == EAGAIN }
    }
  }
}
