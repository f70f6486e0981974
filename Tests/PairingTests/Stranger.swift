import Glibc
import System

/// Somebody on the network who is not vernam.
enum Stranger {
  /// Connects to a port of this machine, says something, and hangs up.
  static func call(port: Int, _ greeting: [UInt8]) throws { close(try stay(port: port, greeting)) }

  /// Connects to a port of this machine, says something, and stays: the descriptor.
  static func stay(port: Int, _ greeting: [UInt8] = []) throws -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else {
      let code = errno
      close(descriptor)
      throw SystemError("connect", "\(port)", code: code)
    }
    let flags = Int32(MSG_NOSIGNAL)
    _ = greeting.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, flags) }
    return descriptor
  }
}
