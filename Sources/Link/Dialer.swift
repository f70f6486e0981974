internal import NIOCore
internal import NIOPosix
internal import System

/// Connects to where the other end listens.
package enum Dialer {
  private static let patience = Duration.seconds(5)
  private static let leastPatience = Duration.seconds(1)

  /// Connects to the first endpoint that answers; after the deadline no further one is tried. If a
  /// host has several addresses, both families are tried at once (RFC 8305).
  package static func connect(
    to endpoints: [Endpoint], until deadline: ContinuousClock.Instant
  ) async throws(LinkError) -> any Connection {
    var reason: String?
    for endpoint in endpoints {
      let left = deadline - ContinuousClock.now
      if left <= .zero, reason != nil { break }
      let wait = min(max(left, leastPatience), patience)
      do { return try await connect(to: endpoint, within: wait) } catch { reason = text(error) }
    }
    throw .noAnswer(reason: reason)
  }

  private static func connect(
    to endpoint: Endpoint, within patience: Duration
  ) async throws -> any Connection {
    let received = ReceiveBuffer()
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connectTimeout(TimeAmount(patience))
      .channelOption(.autoRead, value: false)
      .channelOption(SocketOptions.userTimeout, value: SocketOptions.userTimeoutMilliseconds)
      .channelOption(.socketOption(.so_keepalive), value: 1)
      .channelOption(SocketOptions.keepAliveIdle, value: SocketOptions.keepAliveSeconds)
      .channelOption(SocketOptions.keepAliveInterval, value: SocketOptions.keepAliveSeconds)
      .channelOption(
        .recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: SocketOptions.readBytes)
      )
      .channelInitializer { $0.pipeline.addHandler(ReceiveHandler(received)) }
      .connect(host: endpoint.host, port: endpoint.port).get()
    return ChannelConnection(channel, received)
  }

  /// The error, in one line.
  static func text(_ error: any Error) -> String {
    switch error {
    case ChannelError.connectTimeout: SystemError("connect", "", code: SystemError.timedOut).reason
    case let error as IOError: SystemError("connect", "", code: error.errnoCode).reason
    case let error as NIOConnectionError:
      error.connectionErrors.first.map { text($0.error) } ?? "no computer is called \(error.host)"
    case let error as SocketAddressError.UnknownHost: "no computer is called \(error.host)"
    default: "the network gave an unknown error"
    }
  }
}
