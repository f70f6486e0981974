internal import Glibc
internal import NIOCore
internal import NIOPosix

/// A listening socket; strangers may call.
package final class SocketListener: Sendable {
  private let channel: any Channel
  private let queue: WaitingQueue

  private init(_ channel: any Channel, _ queue: WaitingQueue) {
    self.channel = channel
    self.queue = queue
  }

  /// Listens on `host`, or on all addresses, IPv6 and IPv4, if it is nil. With port 0 the system
  /// chooses.
  package static func bind(host: String?, port: Int) async throws(LinkError) -> SocketListener {
    let queue = WaitingQueue(limit: SocketOptions.waiting)
    let bootstrap = bootstrap(queue)
    do {
      if let host {
        // Without a network the resolver refuses even an address in digits.
        let channel =
          if let address = try? SocketAddress(ipAddress: host, port: port) {
            try await bootstrap.bind(to: address).get()
          } else {
            try await bootstrap.bind(host: host, port: port).get()
          }
        return SocketListener(channel, queue)
      }
      return SocketListener(try await bindEverywhere(bootstrap, port: port), queue)
    } catch {
      throw .cannotListen(reason: Dialer.text(error))
    }
  }

  /// Binds to IPv6, which accepts IPv4 too, or to IPv4 alone on a kernel without IPv6.
  private static func bindEverywhere(
    _ bootstrap: ServerBootstrap, port: Int
  ) async throws -> any Channel {
    do {
      return try await bootstrap.bind(to: SocketAddress(ipAddress: "::", port: port)).get()
    } catch let error as IOError {
      guard [EAFNOSUPPORT, EADDRNOTAVAIL].contains(error.errnoCode) else { throw error }
    }
    return try await bootstrap.bind(to: SocketAddress(ipAddress: "0.0.0.0", port: port)).get()
  }

  package var port: Int { channel.localAddress?.port ?? 0 }

  /// The next connection, or nil if the deadline has passed, the listener was closed, or the task
  /// cancelled.
  package func next(until deadline: ContinuousClock.Instant) async -> (any Connection)? {
    await withTaskGroup(of: (any Connection)?.self) { group in
      group.addTask { [queue] in await queue.next() }
      group.addTask {
        try? await Task.sleep(until: deadline, clock: .continuous)
        return nil
      }
      // Both are asked: a connection may come at the deadline.
      var found = await group.next() ?? nil
      group.cancelAll()
      for await other in group { found = found ?? other }
      return found
    }
  }

  /// The next connection, or nil if the listener was closed or the task cancelled.
  package func next() async -> (any Connection)? { await queue.next() }

  package func close() {
    channel.close(promise: nil)
    queue.close()
  }

  /// Closes it, and returns once its port is free.
  package func finish() async {
    close()
    try? await channel.closeFuture.get()
  }

  private static func bootstrap(_ queue: WaitingQueue) -> ServerBootstrap {
    ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.backlog, value: SocketOptions.backlog)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.autoRead, value: false)
      .childChannelOption(
        SocketOptions.userTimeout, value: SocketOptions.userTimeoutMilliseconds
      )
      .childChannelOption(.socketOption(.so_keepalive), value: 1)
      .childChannelOption(SocketOptions.keepAliveIdle, value: SocketOptions.keepAliveSeconds)
      .childChannelOption(SocketOptions.keepAliveInterval, value: SocketOptions.keepAliveSeconds)
      .childChannelOption(
        .recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: SocketOptions.readBytes)
      )
      .childChannelInitializer { channel in
        let received = ReceiveBuffer()
        let handler = ReceiveHandler(received) { queue.offer(ChannelConnection(channel, received)) }
        return channel.pipeline.addHandler(handler)
      }
  }
}
