internal import NIOCore
internal import NIOPosix

/// Socket options that both ends set.
package enum SocketOptions {
  /// Connections that may wait while one is served; the next is closed at once.
  package static let waiting = 8
  /// Connections that the kernel keeps until they are accepted, which is at once. If a crowd fills
  /// it, the next caller's first packet is lost and is resent a second later.
  static let backlog: Int32 = 128
  /// TCP_USER_TIMEOUT of linux/tcp.h: bytes left unacknowledged this long, in ms, mean that the
  /// cable was pulled.
  static let userTimeout = ChannelOptions.Types.SocketOption(
    level: .tcp, name: NIOBSDSocket.Option(rawValue: 18))
  static let userTimeoutMilliseconds: SocketOptionValue = 20_000
  /// TCP_KEEPIDLE, TCP_KEEPINTVL: after this many seconds of silence an end that only receives asks
  /// whether the other is still there; without an answer the limit above applies to it, too.
  static let keepAliveIdle = ChannelOptions.Types.SocketOption(
    level: .tcp, name: NIOBSDSocket.Option(rawValue: 4))
  static let keepAliveInterval = ChannelOptions.Types.SocketOption(
    level: .tcp, name: NIOBSDSocket.Option(rawValue: 5))
  static let keepAliveSeconds: SocketOptionValue = 5
  /// Bytes fetched at a time.
  static let readBytes = 256 << 10
}
