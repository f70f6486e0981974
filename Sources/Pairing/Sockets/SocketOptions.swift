internal import NIOCore
internal import NIOPosix

/// What both ends ask of their sockets.
enum SocketOptions {
  /// Connections that may wait while one is served; the next is closed at once.
  static let waiting = 8
  /// TCP_USER_TIMEOUT of linux/tcp.h: bytes that stay unacknowledged for so long, in ms, mean
  /// that the cable was pulled.
  static let userTimeout = ChannelOptions.Types.SocketOption(
    level: .tcp, name: NIOBSDSocket.Option(rawValue: 18))
  static let userTimeoutMilliseconds: SocketOptionValue = 20_000
  /// Bytes fetched at a time.
  static let readBytes = 64 << 10
}
