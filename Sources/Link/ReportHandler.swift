internal import NIOCore

/// Passes on what a program writes to its standard error, a line at a time, and not without end: it
/// may write anything, for ever.
final class ReportHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private static let mostLines = 100
  private static let mostLineBytes = 500

  private let report: @Sendable (ProgramLine) -> Void
  private var line: [UInt8] = []
  private var lines = 0

  init(_ report: @escaping @Sendable (ProgramLine) -> Void) { self.report = report }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    for byte in unwrapInboundIn(data).readableBytesView where lines < ReportHandler.mostLines {
      if byte == UInt8(ascii: "\n") {
        endLine()
      } else if line.count < ReportHandler.mostLineBytes {
        line.append(byte)
      }
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    if !line.isEmpty { endLine() }
    context.fireChannelInactive()
  }

  private func endLine() {
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    lines += 1
    report(lines < ReportHandler.mostLines ? .line(line) : .more)
    line = []
  }
}
