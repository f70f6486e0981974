internal import ArgumentParser
internal import Pairing
internal import System
internal import Vault
internal import Wording

struct Pair: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pair",
    abstract: "Share a pad with the person beside you.",
    discussion: """
      Both of you run it, on the same network. Then each types the code on the other's screen.
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var way: PairingWay

  @Argument(help: "What you call the other person.") var name: String

  @Option(help: "Set the size of the pad, such as 1G (default 64M).")
  var size: ByteCount?

  @Option(
    help: ArgumentHelp(
      "Use this percentage for your messages (default 50).", valueName: "percent"))
  var split: Int?

  @Option(help: ArgumentHelp("Wait this many seconds (default 300).", valueName: "seconds"))
  var wait: Int?

  @Option(
    name: .customLong("max-size"),
    help: ArgumentHelp("Refuse a pad that is larger than this.", valueName: "size"))
  var maxSize: ByteCount?

  @Option(
    help: ArgumentHelp("Mix this file's bytes into the pad; wipe the file.", valueName: "file"),
    completion: .file())
  var material: String?

  @Flag(help: "Keep the --material file; do not wipe it.")
  var keep = false

  func validate() throws {
    if let split, !(1...99).contains(split) {
      throw ValidationError("--split must be from 1 to 99")
    }
    if let wait, wait < 1 { throw ValidationError("--wait must be at least 1 second") }
    if material != nil, way.from != nil {
      throw ValidationError("--from brings a finished pad: leave out --material")
    }
    if keep, material == nil { throw ValidationError("--keep needs --material") }
    if way.from != nil, size != nil || split != nil {
      throw ValidationError("--from brings a finished pad: leave out --size and --split")
    }
    if !way.isByNetwork, wait != nil {
      throw ValidationError("--carry and --from do not wait: leave out --wait")
    }
    if way.carry != nil, maxSize != nil {
      throw ValidationError("--carry makes the pad: use --size instead of --max-size")
    }
  }

  private var patience: Duration { .seconds(wait ?? 300) }

  func run() async throws {
    keepFreedMemory()
    let context = Context(options)
    if !ContactName.isAllowed(name) { throw VaultError.badName }
    var way = way
    try way.chooseFile(for: name)
    // If there is no such program, the error comes before any question.
    _ = try way.connection.program()
    let vault = try context.openVault(makingOne: true)
    try vault.checkNewPad(for: name)
    try tellOfPads(vault, context)
    let screen = PairingTerminal(context, way: way, name: name, isSizeGiven: size != nil)
    let file = try material.map { try MaterialFileInUse(path: $0, context) }
    if size == nil { try file?.checkLength(split: split) }
    file?.warnOfOrigin()
    let pairing = Pairing(
      vault: vault, options: options(file), screen: screen,
      randomness: context.randomness, storage: context.storage)
    let result: PairingResult
    do {
      result =
        way.isByNetwork
        ? try await stoppable(screen) { [way, patience] in
          try await way.pairByNetwork(pairing, screen, wait: patience)
        }
        : try way.pairByHand(pairing, context)
    } catch {
      guard EndingSignals.cameIn else { throw error }
      // Reported here: `release` ends the program with the signal, for the shell to see.
      Failure(error).report()
      EndingSignals.release()
      throw error
    }
    if !keep { try file?.wipe() }
    try screen.done(result, name: name, contact: try vault.contact(name))
  }

  /// Says that pairing under a known name adds a pad to that contact.
  private func tellOfPads(_ vault: Vault, _ context: Context) throws {
    let contacts = try vault.contacts()
    guard let pads = contacts.first(where: { $0.name == name })?.pads else {
      return warnOfLookalike(among: contacts.map(\.name), context)
    }
    if pads.isEmpty { return }
    let (some, old) = pads.count == 1 ? ("a pad", "one") : ("\(pads.count) pads", "ones")
    context.say(
      "You already share \(some) with \(name): "
        + "this adds another. If \(name) has lost the old \(old) (a new computer, a forgotten passphrase), "
        + "press Ctrl+C, run \"vernam forget \(ContactName.typed(name))\", and pair again. If this is "
        + "somebody else, or another computer of \(name)'s, press Ctrl+C and use another name.")
    for pad in pads where !pad.isConfirmed {
      context.say(
        "The pad \(pad.id.hexadecimal) still waits for \(name)'s first message. If it went "
          + "to somebody else, press Ctrl+C and run \"vernam forget \(pad.id.hexadecimal)\".")
    }
  }

  private func warnOfLookalike(among names: [String], _ context: Context) {
    guard let twin = NearestWord.lookalike(of: name, among: names) else { return }
    context.say(
      "You have a contact \(twin); this makes a new one. If you mean \(twin), press Ctrl+C and run "
        + "\"vernam pair \(ContactName.typed(twin))\".")
  }

  /// A signal cancels the pairing, which closes what is open and discards an unfinished pad.
  private func stoppable(
    _ screen: PairingTerminal, _ pairing: @escaping @Sendable () async throws -> PairingResult
  ) async throws -> PairingResult {
    EndingSignals.remember()
    let task = Task { try await pairing() }
    let watch = Task {
      while !Task.isCancelled, !EndingSignals.cameIn {
        screen.checkForStall()
        try? await Task.sleep(for: .milliseconds(50))
      }
      if !Task.isCancelled { task.cancel() }
    }
    defer { watch.cancel() }
    return try await task.value
  }

  private func options(_ file: MaterialFileInUse?) -> PairingOptions {
    var options = PairingOptions(contact: name, source: file?.source ?? .kernel)
    options.size = size?.bytes
    options.split = split
    options.material = file?.material
    options.isStopped = { EndingSignals.cameIn }
    options.maximumSize = maxSize?.bytes ?? .max
    options.patience = way.isCalling ? .zero : patience
    return options
  }
}
