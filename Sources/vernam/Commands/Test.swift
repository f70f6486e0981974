internal import ArgumentParser
internal import Entropy
internal import Pad
internal import System

struct Test: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Test whether bytes look random.",
    usage: "vernam test [<options>] <file>",
    discussion: """
      A pass does not prove that bytes are secret: predictable bytes can pass every test.
      """)

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The file to test, or \"-\" for a pipe.", completion: .file()) var file: String

  @Flag(help: "Print JSON.") var json = false

  func run() throws {
    // The estimators' tables hold the bytes.
    wipeFreedMemory()
    let input = file == "-" ? nil : try InputFile(file)
    let stream = input?.stream ?? .input
    let attributes = try stream.attributes()
    var battery = Battery(size: attributes.kind == .regular ? attributes.size : nil)
    try read(stream, into: &battery)
    withExtendedLifetime(input) {}
    guard battery.count >= Test.least else {
      throw Failure(
        "\(battery.count.counted("byte")) \(battery.count == 1 ? "is" : "are") too few to test",
        hint: "give at least \(Test.least) bytes",
        code: .badData)
    }
    let results = battery.results()
    let failed = results.filter { $0.verdict == .fail }.count
    if json {
      try StandardOutput.line(TestReport.json(results, byteCount: battery.count).description)
    } else {
      try StandardOutput.prose(TestReport.lines(results, byteCount: battery.count), indent: 2)
    }
    if failed > 0 {
      throw Failure(
        "\(failed) of \(results.count) tests \(failed == 1 ? "fails" : "fail")",
        hint: "do not make a pad from these bytes",
        code: .badData)
    }
  }

  /// The fewest bytes that the tests need.
  private static let least = 256

  private func read(_ stream: Stream, into battery: inout Battery) throws {
    var piece = SecretBytes(count: 1 << 16)
    while true {
      let count = try piece.withMutableBytes { (bytes) throws(SystemError) in
        try stream.read(into: &bytes, from: 0)
      }
      if count == 0 { break }
      piece.withBytes { battery.add($0.extracting(0..<count)) }
    }
  }
}
