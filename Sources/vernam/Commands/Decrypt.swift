internal import ArgumentParser
internal import Codec
internal import Pad
internal import System
internal import Vault

struct Decrypt: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Read messages that were pasted from anywhere.",
    discussion: "Finds whose they are. Reads FILEs or standard input, prints text.")

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The messages; standard input without it, or as \"-\".") var files: [String] = []

  @Option(name: .shortAndLong, help: "Write the text to OUT.")
  var output: String?

  @Flag(help: "Let OUT replace a file.")
  var force = false

  func run() throws {
    let context = Context(options)
    let vault = try context.openVault()
    let target = output.flatMap { $0 == "-" ? nil : $0 }.map {
      OutputFile(path: $0, replaces: force, context: context)
    }
    try target?.check()
    var input: [UInt8] = []
    for path in files.isEmpty ? ["-"] : files { input += try MessageInput.armor(path, context) }
    let findings = try find(in: input)
    if target != nil, findings.count > 1 {
      throw ValidationError("there are \(findings.count) messages: -o takes one at a time")
    }
    let reader = MessageReader(vault: vault, target: target, context: context)
    var first: Failure?
    for (number, finding) in findings.enumerated() {
      do { try reader.read(finding) } catch {
        var failure = Failure(error)
        if findings.count > 1 { failure.what = "message \(number + 1): \(failure.what)" }
        if first != nil { failure.report() }
        first = first ?? failure
      }
    }
    if let first { throw first }
  }

  /// The messages in what was pasted: armored ones, or one packet as it is.
  private func find(in input: [UInt8]) throws -> [ArmorFinding] {
    if input.isEmpty {
      throw Failure("the input is empty", hint: "paste the whole message", code: .badData)
    }
    let findings = Armor.read(input.span)
    if !findings.isEmpty { return findings }
    let isText = input.span.indices.allSatisfy { input[$0] < 0x80 }
    guard !isText else {
      throw Failure(
        "there is no vernam message in the input",
        hint: "copy all of it, from \"This is a vernam message\" to \"End of vernam message\"",
        code: .badData)
    }
    return [.packet(ArmoredPacket(bytes: input))]
  }
}
