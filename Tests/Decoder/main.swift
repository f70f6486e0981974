internal import Glibc
internal import QR
internal import System

// decoder         serves as a decoder
// decoder open    tries to open a file once it is confined
// decoder DIGITS  answers the first picture with a byte for each digit, and waits
func run() throws -> Int32 {
  switch CommandLine.arguments.dropFirst().first {
  case nil: return DecoderProcess.serve()
  case "open":
    try confineProcess()
    if unsafe fopen("/etc/passwd", "r") != nil { return EX_OK }
    return errno == EPERM ? EX_NOPERM : EX_NOINPUT
  case let digits?:
    _ = try Stream.input.readByte()
    let answer = digits.utf8.map { $0 & 0xF }
    try Stream.output.write(answer.span)
    while try Stream.input.readByte() != nil {}
    return EX_OK
  }
}

Stream.guardStandardStreams()
exit(try run())
