internal import Glibc
internal import System

/// A decoder in a process of its own, which holds no secrets and can do nothing but compute: somebody
/// may show the camera a picture that exploits a bug in libzbar (CVE-2023-40889 was one).
package final class DecoderProcess: CodeDecoder {
  /// The argument with which a program is to `serve`.
  package static let argument = "--decode-codes"
  /// How long a picture may take from here to the answer; it takes some hundredths of a second.
  private static let patience: Duration = .seconds(10)
  /// As much as a pipe takes at once if it takes anything (PIPE_BUF).
  private static let pieceBytes = 4096
  /// The most codes in a picture, and bytes in a code: a QR code holds up to 7,089 digits.
  private static let (mostTexts, mostBytes) = (64, 7089)
  private static let numberBytes = 4

  private let program: PipedProgram
  private var isOver = false

  /// Starts a program that serves.
  package init(_ path: String, _ arguments: [String]) throws(QRError) {
    do throws(SystemError) { program = try PipedProgram(path, arguments) } catch {
      throw .decoderFailed
    }
  }

  deinit { _ = end() }

  private func end() -> Int32 {
    if isOver { return 0 }
    isOver = true
    close(program.input)
    close(program.output)
    close(program.errors)
    return Int32(program.end())
  }

  package func texts(in picture: GrayPicture) throws(QRError) -> [[UInt8]] {
    if isOver { throw .decoderFailed }
    do {
      let end = ContinuousClock.now + DecoderProcess.patience
      try send(picture, until: end)
      return try texts(until: end)
    } catch { throw end() == EX_UNAVAILABLE ? .noDecoder : .decoderFailed }
  }

  private func send(_ picture: GrayPicture, until end: ContinuousClock.Instant) throws {
    let sides = [picture.width, picture.height].flatMap(DecoderProcess.bytes)
    for bytes in [sides, picture.pixels] {
      var start = 0
      while start < bytes.count {
        let piece = start..<min(start + DecoderProcess.pieceBytes, bytes.count)
        let milliseconds = DecoderProcess.milliseconds(until: end)
        guard program.streams.input.isWritable(milliseconds: milliseconds) else { throw Ended() }
        try program.streams.input.write(bytes.span.extracting(piece))
        start = piece.upperBound
      }
    }
  }

  private func texts(until end: ContinuousClock.Instant) throws -> [[UInt8]] {
    let stream = program.streams.output
    let count = try DecoderProcess.number(
      from: stream, upTo: DecoderProcess.mostTexts, until: end)
    return try (0..<count).map { _ in
      let length = try DecoderProcess.number(
        from: stream, upTo: DecoderProcess.mostBytes, until: end)
      return try DecoderProcess.bytes(length, from: stream, until: end)
    }
  }

  private static func milliseconds(until end: ContinuousClock.Instant) -> Int {
    max(0, Int((end - ContinuousClock.now) / .milliseconds(1)))
  }

  // MARK: In the other process

  /// Answers each picture on standard input with its texts on standard output. Returns the exit code
  /// once standard input ends.
  package static func serve() -> Int32 {
    guard let decoder = try? QRDecoder() else { return EX_UNAVAILABLE }
    do {
      try confineProcess()
      while true {
        let (width, height) = (try number(from: .input), try number(from: .input))
        let pixels = try bytes(width * height, from: .input)
        let texts = decoder.texts(in: GrayPicture(width: width, height: height, pixels: pixels))
          .filter { $0.count <= mostBytes }.prefix(mostTexts)
        try Stream.output.write(bytes(of: texts.count).span)
        for text in texts { try Stream.output.write((bytes(of: text.count) + text).span) }
      }
    } catch is Ended { return EX_OK } catch { return EX_OSERR }
  }

  // MARK: Numbers and bytes between the two

  /// The other end closed the pipe, or does not keep to this protocol.
  private struct Ended: Error {}

  private static func bytes(of number: Int) -> [UInt8] {
    (0..<numberBytes).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  private static func number(
    from stream: Stream, upTo most: Int = .max, until end: ContinuousClock.Instant? = nil
  ) throws -> Int {
    let number = try bytes(numberBytes, from: stream, until: end).reversed()
      .reduce(0) { $0 << 8 | Int($1) }
    if number > most { throw Ended() }
    return number
  }

  private static func bytes(
    _ count: Int, from stream: Stream, until end: ContinuousClock.Instant? = nil
  ) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var start = 0
    while start < count {
      if let end, !stream.isReadable(milliseconds: milliseconds(until: end)) { throw Ended() }
      var span = bytes.mutableSpan
      let got = try stream.read(into: &span, from: start)
      if got == 0 { throw Ended() }
      start += got
    }
    return bytes
  }
}
