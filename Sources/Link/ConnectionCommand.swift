internal import NIOCore
internal import NIOPosix
internal import System

/// A program whose standard input and output are a connection, as with ssh's ProxyCommand. It is
/// started without a shell.
package struct ConnectionCommand: Sendable {
  let path: String
  private let arguments: [String]
  /// Gets each line that the program writes to its standard error.
  private let report: @Sendable (ProgramLine) -> Void
  private let running = RunningCommands()

  /// - Parameters:
  ///   - words: the program, which is looked for in PATH if it has no slash, and its arguments.
  ///   - report: gets what the program writes to its standard error, which may be anything.
  /// - Returns: nil if there is no such program.
  package init?(_ words: [String], report: @escaping @Sendable (ProgramLine) -> Void) {
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
        .channelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(ReportHandler(report))
          }
        }
        .takingOwnershipOfDescriptor(input: program.errors).get()
      running.add {
        try? await channel.closeFuture.get()
        await BlockingExecutor.run { () throws(Never) in _ = program.end() }
        errors.close(promise: nil)
      }
      return ChannelConnection(channel, received)
    } catch {
      _ = program.end()
      throw .noAnswer(reason: Dialer.text(error))
    }
  }

  /// Waits until every program that was started has ended. Its connection must be closed.
  package func finish() async { await running.finish() }
}
