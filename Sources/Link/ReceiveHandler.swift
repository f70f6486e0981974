internal import NIOCore

/// Moves incoming bytes into a `ReceiveBuffer`, fetching only while a read waits for them: a peer
/// that sends without being asked fills its own buffers, not this process's memory.
final class ReceiveHandler: ChannelInboundHandler, Sendable {
  typealias InboundIn = ByteBuffer

  private let received: ReceiveBuffer
  private let opened: @Sendable () -> Void

  /// `opened` is called once the connection is up.
  init(_ received: ReceiveBuffer, opened: @escaping @Sendable () -> Void = {}) {
    self.received = received
    self.opened = opened
  }

  func channelActive(context: ChannelHandlerContext) { opened() }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    received.receive(unwrapInboundIn(data).readableBytesView)
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    if received.hasWaitingRead { context.read() }
  }

  func channelInactive(context: ChannelHandlerContext) { received.end(.connectionLost) }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    received.end(.connectionLost)
    context.close(promise: nil)
  }
}
