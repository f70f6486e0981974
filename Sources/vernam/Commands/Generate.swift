internal import ArgumentParser
internal import Entropy
internal import Pad
internal import System
internal import Vault
internal import Wording

struct Generate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Make random bytes for a pad, from dice or a camera.",
    usage: "vernam generate [<options>] --output <file>",
    discussion: """
      Writes random bytes to FILE, and a record of where they came from to FILE.provenance. Then \
      run "vernam pair NAME --material FILE". Without --source, the bytes come from the kernel's \
      random generator alone.

      A source is dice:PATH, coins:PATH, frames:PATH, frames:FORMAT,WIDTHxHEIGHT:PATH, \
      camera:DEVICE, bits:PATH, hwrng:PATH, extra:PATH or kernel. PATH may be "-" for standard \
      input. "man vernam-randomness" explains each source.
      """)

  enum Extractor: String, ExpressibleByArgument {
    case toeplitz
    case vonNeumann = "von-neumann"
  }

  @OptionGroup var options: GlobalOptions

  @Option(help: "Make enough for a pad of this size, such as 1M.")
  var size: ByteCount?

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Save the bytes under this name.", valueName: "file"),
    completion: .file())
  var output: String

  @Option(
    help: "Use this source; repeat to use several.")
  var source: [String] = []

  @Flag(
    name: .customLong("secret-source"),
    help: "Promise: the noise is raw, secret, fresh, used once.")
  var secretSource = false

  @Option(
    help: ArgumentHelp(
      "Trust this device for the bytes of hwrng:PATH.", valueName: "name"))
  var trustDevice: String?

  @Option(
    help: "Use toeplitz or von-neumann.",
    completion: .list(["toeplitz", "von-neumann"]))
  var extractor = Extractor.toeplitz

  func validate() throws {
    if let size, size.bytes < PadShape.leastBytes {
      throw ValidationError("--size must be at least \(PadShape.leastBytes) bytes")
    }
    if let size, size.bytes > 1 << 40 { throw ValidationError("--size must be at most 1024G") }
    if output.isEmpty { throw ValidationError("--output needs a file name") }
    let captured = ["frames:", "camera:"]
    if extractor == .vonNeumann, !source.contains(where: { captured.contains(where: $0.hasPrefix) })
    {
      throw ValidationError(
        "--extractor von-neumann needs --source frames:PATH or camera:DEVICE")
    }
    if secretSource, !source.contains(where: { $0.hasPrefix("frames:") || $0.hasPrefix("bits:") }) {
      throw ValidationError("--secret-source needs --source frames:PATH or bits:PATH")
    }
    if let trustDevice {
      guard source.contains(where: { $0.hasPrefix("hwrng:") }) else {
        throw ValidationError("--trust-device needs --source hwrng:PATH")
      }
      guard Provenance.Source(trustDevice) != nil, trustDevice.utf8.count <= 64 else {
        throw ValidationError("--trust-device needs the name of a device, such as \"TPM\"")
      }
    }
  }

  func run() throws {
    if output == "-" {
      throw Failure(
        "this command writes to a file only",
        hint: "give a file name, such as --output material", code: .usage)
    }
    let context = Context(options)
    // The estimators' tables hold raw samples.
    wipeFreedMemory()
    context.warnIfMemoryIsNotLocked()
    let sources = try source.map { text throws(EntropyError) in try SourceName(text) }
    guard sources.filter(\.isStandardInput).count <= 1 else {
      throw ValidationError("only one source can be \"-\" (the keyboard or a pipe)")
    }
    let target = MaterialOutput(path: output, context: context)
    try target.check()
    try EndingSignals.reporting { try generate(sources, to: target, context) }
  }

  private func generate(
    _ sources: [SourceName], to target: MaterialOutput, _ context: Context
  ) throws {
    let pad = size?.bytes ?? (isBounded(sources, context.storage) ? nil : 64 << 20)
    var settings = Generator.Settings(
      sources: sources, size: pad.map { $0 + PadShape.headerKeysBytes })
    settings.usesVonNeumann = extractor == .vonNeumann
    settings.isSecretSource = secretSource
    settings.trustedDevice = trustDevice
    announce(sources, context)
    let generator = try Generator(
      settings, randomness: context.randomness, storage: context.storage,
      isStopped: { EndingSignals.cameIn }, watch: { GenerationReport.capture($0, context) })
    GenerationReport.bounds(of: generator, context)
    try target.write(generator, size: settings.size)
    GenerationReport.result(of: generator, in: target, context)
  }

  /// Whether the sources end by themselves. With a camera, throws become a key, which has no end.
  private func isBounded(_ sources: [SourceName], _ storage: any Storage) -> Bool {
    let isLive = sources.contains { if case .camera = $0 { true } else { false } }
    return sources.contains {
      switch $0 {
      case .frames: true
      case .dice, .coins: !isLive
      // A device does not end.
      case .bits(let path):
        path == "-" || (try? storage.attributes(at: path))?.kind == .regular
      case .camera, .hwrng, .extra, .kernel: false
      }
    }
  }

  private func announce(_ sources: [SourceName], _ context: Context) {
    guard Stream.input.isTerminal, let typed = sources.first(where: \.isStandardInput) else {
      return
    }
    switch typed {
    case .dice: context.say("Type your rolls, such as 4 1 6; finish with Enter, then Ctrl+D:")
    case .coins: context.say("Type your tosses, such as HTTH; finish with Enter, then Ctrl+D:")
    default: break
    }
  }
}
