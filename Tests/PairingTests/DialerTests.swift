import Foundation
import Link
import System
import Testing

@Suite("Calling an address")
struct DialerTests {
  @Test("If nobody answers, the reason says that the connection timed out, in words")
  func timesOut() async throws {
    let (listener, port) = try Self.fullListener()
    defer { for descriptor in listener { close(descriptor) } }
    let error = await #expect(throws: LinkError.self) {
      try await Dialer.connect(
        to: [Endpoint(host: "127.0.0.1", port: port)], until: .now.advanced(by: .seconds(1)))
    }
    let timedOut = SystemError("connect", "", code: SystemError.timedOut).reason
    #expect(error == .noAnswer(reason: timedOut))
  }

  /// A listener whose queue is full, with the callers in it: Linux answers no further call.
  private static func fullListener() throws -> (descriptors: [Int32], port: Int) {
    func socket() -> Int32 { Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) }
    let listener = socket()
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    var descriptors = [listener]
    let isReady = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        guard bind(listener, address, length) == 0, listen(listener, 0) == 0,
          getsockname(listener, address, &length) == 0
        else { return false }
        for _ in 0..<2 {
          let caller = socket()
          descriptors.append(caller)
          // The second one may be left waiting.
          _ = fcntl(caller, F_SETFL, O_NONBLOCK)
          _ = connect(caller, address, length)
        }
        return true
      }
    }
    try #require(isReady)
    return (descriptors, Int(UInt16(bigEndian: address.sin_port)))
  }
}
