internal import NIOCore
internal import Synchronization

/// A connection over a channel of NIO: a TCP socket, or the pipes of a program.
final class ChannelConnection: Connection {
  /// Kept, since a channel that was closed has no address.
  let peer: String
  let isRelayed: Bool
  private let channel: any Channel
  let received: ReceiveBuffer
  private let deadline = Mutex<Scheduled<Void>?>(nil)

  /// `received` is filled by the channel's `ReceiveHandler`. Without an address at its other end, the
  /// channel leads to a program.
  init(_ channel: any Channel, _ received: ReceiveBuffer) {
    self.channel = channel
    self.received = received
    peer = channel.remoteAddress.map(ChannelConnection.text) ?? "?"
    isRelayed = channel.remoteAddress?.isLoopback ?? true
  }

  var failure: LinkError? { received.failure }

  func read(exactly count: Int) async throws(LinkError) -> [UInt8] {
    try await received.read(exactly: count) { channel.read() }
  }

  func write(_ bytes: [UInt8]) async throws(LinkError) {
    // The last words of an end that gives up are lost with the connection, unless they were fetched.
    if received.heldBytes == 0 { channel.read() }
    do { try await channel.writeAndFlush(ByteBuffer(bytes: bytes)) } catch {
      throw received.failure ?? .connectionLost
    }
  }

  func limit(to time: Duration?) {
    let next = time.map { time in
      channel.eventLoop.scheduleTask(in: TimeAmount(time)) { [channel, received] in
        received.end(.timedOut)
        channel.close(promise: nil)
      }
    }
    let previous = deadline.withLock { deadline in
      defer { deadline = next }
      return deadline
    }
    previous?.cancel()
  }

  func stop() {
    received.end(.cancelled)
    limit(to: .seconds(2))
  }

  func drain() async {
    stop()
    try? await channel.setOption(.autoRead, value: true).get()
    try? await channel.closeFuture.get()
  }

  func close() {
    deadline.withLock { $0.take() }?.cancel()
    channel.close(promise: nil)
  }

  private static func text(_ address: SocketAddress) -> String {
    Endpoint(host: address.ipAddress ?? "?", port: address.port ?? 0).description
  }
}

extension SocketAddress {
  /// Whether it is on this machine, where only a program such as `ssh` can stand for somebody
  /// elsewhere.
  fileprivate var isLoopback: Bool {
    guard let address = ipAddress else { return true }
    return address == "::1" || ["127.", "::ffff:127."].contains(where: address.hasPrefix)
  }
}
