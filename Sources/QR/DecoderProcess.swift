internal import Glibc
internal import System

/// A decoder in a process of its own, which holds no secrets and can do nothing but compute: what
/// the camera sees may be made to exploit libzbar (CVE-2023-40889 was such a bug).
package final class DecoderProcess: CodeDecoder {
  /// The argument with which a program is to `serve`.
  package static let argument = "--decode-codes"
  /// How long an answer may take; it takes some hundredths of a second.
  private static let milliseconds = 30_000
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
    close(program.errors)
  }

  deinit { _ = end() }

  private func end() -> Int32 {
    if isOver { return 0 }
    isOver = true
    close(program.input)
    close(program.output)
    return Int32(program.end())
  }

  package func texts(in picture: GrayPicture) throws(QRError) -> [[UInt8]] {
    if isOver { throw .decoderFailed }
    do {
      let (input, output) = program.streams
      for number in [picture.width, picture.height] {
        try input.write(DecoderProcess.bytes(of: number).span)
      }
      try input.write(picture.pixels.span)
      return try DecoderProcess.texts(from: output)
    } catch { throw end() == EX_UNAVAILABLE ? .noDecoder : .decoderFailed }
  }

  private static func texts(from stream: Stream) throws -> [[UInt8]] {
    let count = try number(from: stream, upTo: mostTexts, within: milliseconds)
    return try (0..<count).map { _ in
      let length = try number(from: stream, upTo: mostBytes, within: milliseconds)
      return try bytes(length, from: stream, within: milliseconds)
    }
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
    from stream: Stream, upTo most: Int = .max, within milliseconds: Int? = nil
  ) throws -> Int {
    let number = try bytes(numberBytes, from: stream, within: milliseconds).reversed()
      .reduce(0) { $0 << 8 | Int($1) }
    if number > most { throw Ended() }
    return number
  }

  private static func bytes(
    _ count: Int, from stream: Stream, within milliseconds: Int? = nil
  ) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var end = 0
    while end < count {
      if let milliseconds, !stream.isReadable(milliseconds: milliseconds) { throw Ended() }
      var span = bytes.mutableSpan
      let got = try stream.read(into: &span, from: end)
      if got == 0 { throw Ended() }
      end += got
    }
    return bytes
  }
}
