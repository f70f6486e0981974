internal import NIOCore

/// Moves what a socket brings into an inbox, fetching only while a read waits for it: a peer that
/// sends without being asked fills its own buffers, not this process's memory.
final class InboxHandler: ChannelInboundHandler, Sendable {
  typealias InboundIn = ByteBuffer

  private let inbox: Inbox
  private let opened: @Sendable () -> Void

  /// `opened` is called once the connection stands.
  init(_ inbox: Inbox, opened: @escaping @Sendable () -> Void = {}) {
    self.inbox = inbox
    self.opened = opened
  }

  func channelActive(context: ChannelHandlerContext) { opened() }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    inbox.receive(unwrapInboundIn(data).readableBytesView)
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    if inbox.isHungry { context.read() }
  }

  func channelInactive(context: ChannelHandlerContext) { inbox.end(.connectionLost) }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    inbox.end(.connectionLost)
    context.close(promise: nil)
  }
}
