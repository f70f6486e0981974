internal import NIOCore
internal import NIOPosix
internal import System

/// A program whose standard input and output are a connection, as with ssh's ProxyCommand. It is
/// started without a shell.
package struct ConnectionCommand: Sendable {
  private let path: String
  private let arguments: [String]
  /// Gets what the program writes to its standard error.
  private let report: @Sendable ([UInt8]) -> Void

  /// - Parameters:
  ///   - words: the program, which is looked for in PATH if it has no slash, and its arguments.
  ///   - report: gets what the program writes to its standard error, which may be anything.
  /// - Returns: nil if there is no such program.
  package init?(_ words: [String], report: @escaping @Sendable ([UInt8]) -> Void) {
    guard let program = words.first else { return nil }
    let path = program.contains("/") ? program : ChildProgram.find(program)
    guard let path, (try? Disk().attributes(at: path)) != FileAttributes?.none else { return nil }
    self.path = path
    arguments = Array(words.dropFirst())
    self.report = report
  }

  /// Starts the program. It ends with the connection.
  package func connect() async throws(LinkError) -> any Connection {
    let program: PipedProgram
    do throws(SystemError) { program = try PipedProgram(path, arguments) } catch {
      throw .noAnswer(reason: error.description)
    }
    let received = ReceiveBuffer()
    let report = report
    do {
      let channel = try await NIOPipeBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .channelOption(.autoRead, value: false)
        .channelInitializer { $0.pipeline.addHandler(ReceiveHandler(received)) }
        .takingOwnershipOfDescriptors(input: program.output, output: program.input).get()
      let errors = try await NIOPipeBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .channelInitializer { $0.pipeline.addHandler(ReportHandler(report)) }
        .takingOwnershipOfDescriptor(input: program.errors).get()
      channel.closeFuture.whenComplete { _ in
        errors.close(promise: nil)
        Task(executorPreference: BlockingExecutor.shared) { _ = program.end() }
      }
      return SocketConnection(channel, received)
    } catch {
      _ = program.end()
      throw .noAnswer(reason: Dialer.text(error))
    }
  }
}

/// Passes on what arrives.
private final class ReportHandler: ChannelInboundHandler, Sendable {
  typealias InboundIn = ByteBuffer

  private let report: @Sendable ([UInt8]) -> Void

  init(_ report: @escaping @Sendable ([UInt8]) -> Void) { self.report = report }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    report(Array(unwrapInboundIn(data).readableBytesView))
  }
}
