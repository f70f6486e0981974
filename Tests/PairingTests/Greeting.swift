@testable import Pairing

/// What a caller sends that mistakes the port for another one, or says half of M0.
enum Greeting: CaseIterable {
  case garbage, web, tls, shell, half

  var bytes: [UInt8] {
    switch self {
    case .garbage: (0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ 13) }
    case .web: [UInt8]("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
    case .tls: Greeting.clientHello
    case .shell: [UInt8]("SSH-2.0-OpenSSH_9.2p1\r\n".utf8)
    case .half: JoinRequest(from: nil).bytes.dropLast(32)
    }
  }

  /// A ClientHello (RFC 8446, section 4.1.2) in a record: one cipher suite, the versions it speaks.
  private static let clientHello: [UInt8] =
    [0x16, 3, 1, 0, 82, 1, 0, 0, 78, 3, 3] + [UInt8](repeating: 0x5a, count: 32) + [32]
    + [UInt8](repeating: 0xa5, count: 32)
    + [0, 2, 0x13, 1, 1, 0, 0, 7, 0, 0x2b, 0, 3, 2, 3, 4]
}
