internal import ArgumentParser
internal import Discovery
internal import Link
internal import Pad
internal import Pairing
internal import Primitives
internal import System
internal import Vault
internal import Wording

/// How the two ends find each other: DNS-SD unless one of these options says otherwise.
struct PairingWay: ParsableArguments, Sendable {
  @OptionGroup var connection: ConnectionOptions

  @Option(
    help: ArgumentHelp(
      "Find only people who give the same word.", valueName: "word"))
  var room: String?

  @Option(
    help: ArgumentHelp("Pair only with the computer that shows this name.", valueName: "name"))
  var offer: String?

  @Option(
    help: ArgumentHelp("Write the other person's copy to this file or folder.", valueName: "file"),
    completion: .file())
  var carry: String?

  @Option(
    help: ArgumentHelp("Take the pad from a carried file; wipe the file.", valueName: "file"),
    completion: .file())
  var from: String?

  @Flag(help: "Protect the carried file with a passphrase.")
  var seal = false

  @Option(
    name: .customLong("carry-passphrase-file"),
    help: ArgumentHelp("Read the carried file's passphrase from this file.", valueName: "file"),
    completion: .file())
  var carryPassphraseFile: String?

  /// Whether the carried file is sealed.
  var isSealed: Bool { seal || carryPassphraseFile != nil }
  var isByNetwork: Bool { carry == nil && from == nil }
  var isByDiscovery: Bool { isByNetwork && connection.isByDiscovery }
  /// Whether this end calls an address that it was given, or through a program.
  var isCalling: Bool { connection.connect != nil || connection.through != nil }
  /// The port given with --listen; nil if the system chooses.
  var listenedPort: Int? {
    let port = connection.listenAddress?.port
    return port == 0 ? nil : port
  }

  /// Whether only programs on this computer can connect, such as `ssh`.
  var listensOnLoopback: Bool {
    connection.listenAddress.map { Endpoint(listeningOn: $0.host, port: $0.port).isOnLoopback }
      ?? false
  }

  func validate() throws {
    let ways = connection.given + [carry, from].compactMap(\.self)
    if ways.count > 1 {
      throw ValidationError("use only one of --listen, --connect, --through, --carry and --from")
    }
    if seal, carry == nil { throw ValidationError("--seal needs --carry") }
    if carryPassphraseFile != nil, isByNetwork {
      throw ValidationError("--carry-passphrase-file needs --carry or --from")
    }
    if !ways.isEmpty, connection.port != nil || offer != nil || room != nil {
      throw ValidationError(
        "leave out --port, --offer and --room: they only affect the search on the network")
    }
    if let room, Room(room) == nil {
      throw ValidationError(
        "--room needs one word of at most \(Room.longest) letters, digits and hyphens")
    }
  }

  /// `wait` is for --connect and --through only: the other ways wait as the pairing's options say.
  func pairByNetwork(
    _ pairing: Pairing, _ screen: PairingTerminal, wait: Duration
  ) async throws -> PairingResult {
    if let address = connection.listenAddress {
      do { return try await pairing.listen(host: address.host, port: address.port) } catch {
        guard case PairingError.link(.noAnswer(nil)) = error else { throw error }
        if let refusal = screen.refusal { throw refusal }
        // A port that the system chose is another one the next time.
        let command = listenedPort == nil ? "the command that this one prints" : screen.otherEnd()
        throw Failure(
          "the other computer did not answer",
          hint: "run \(command) on the other computer, and check the firewall here",
          code: .unavailable)
      }
    }
    if let call = try PairingCall(connection, screen) {
      return try await call.pair(pairing, until: ContinuousClock.now + wait)
    }
    return try await pairing.meet(
      port: connection.port ?? 0, room: room.flatMap(Room.init), offer: offer,
      meetingScreen: screen)
  }
}

/// Pairing by hand, with a carried file.
extension PairingWay {
  func pairByHand(
    _ pairing: Pairing, _ context: Context
  ) throws -> PairingResult {
    if let carry {
      if try context.isInsideVault(carry) {
        throw Failure(
          "\(carry) is inside the vault",
          hint: "name a file on the USB stick or disk that you will carry",
          code: .cannotCreate)
      }
      return try PairingWay.carry(pairing, to: carry, isSealed ? newSeal(context) : nil)
    }
    guard let from else { preconditionFailure("neither carried to a file nor from one") }
    do { return try takeIn(pairing, from: from, context) } catch let error as PairingError {
      throw Failure(error, carriedIn: from)
    }
  }

  /// In a folder, the carried file gets a name that says whom it is for. Refuses a place that no
  /// file can be written to, before anything is asked or made.
  mutating func chooseFile(for name: String) throws {
    guard let place = carry else { return }
    let isFolder = (try? Disk().attributes(at: place))?.kind == .directory
    let file = isFolder ? "\(place)/\(CarriedName.name(for: name))" : place
    carry = file
    if (try? Disk().attributes(at: file)) != nil {
      throw PairingError.system(SystemError("create", file, code: SystemError.exists))
    }
    let isThere = try? Disk().attributes(at: parentDirectory(of: file))
    if isThere?.kind != .directory {
      throw Failure(
        SystemError("create", file, code: SystemError.notFound).description,
        hint: "name another file or folder", code: .cannotCreate)
    }
  }

  private func takeIn(
    _ pairing: Pairing, from path: String, _ context: Context
  ) throws -> PairingResult {
    if let carryPassphraseFile {
      let passphrase = try context.carriedPassphrase(from: carryPassphraseFile)
      return try pairing.takeIn(from: path, ifSealed: true) { cost throws(PairingError) in
        PairingWay.tellOfCost(cost, context)
        return passphrase.withBytes { SecretBytes(copying: $0) }
      }
    }
    return try Context.retrying(isTyped: true) {
      try pairing.takeIn(from: path) { cost throws(PairingError) in
        PairingWay.tellOfCost(cost, context)
        do throws(VaultError) {
          if let typed = try context.typedCarriedPassphrase() { return typed }
        } catch { throw .vault(error) }
        throw .noCarriedPassphrase(path: path)
      }
    }
  }

  /// The file names the cost, so it may be more than this program would choose.
  private static func tellOfCost(_ cost: Scrypt.Cost, _ context: Context) {
    if cost.workBytes <= 512 << 20 { return }
    let memory = ByteCount(cost.memoryBytes)
    context.say("opening it needs \(memory) of memory, and takes a few seconds")
  }

  private static func carry(
    _ pairing: Pairing, to path: String, _ seal: CarriedSeal?
  ) throws -> PairingResult {
    // A file that is left half written has half of the secret, so a signal waits until it is wiped.
    EndingSignals.remember()
    do throws(PairingError) { return try pairing.carry(to: path, seal: seal) } catch {
      guard case .system(let reason) = error, reason.code == SystemError.notFound else {
        throw error
      }
      throw Failure(
        reason.description, hint: "name another file or folder", code: .cannotCreate)
    }
  }

  private func newSeal(_ context: Context) throws -> CarriedSeal {
    defer { ControllingTerminal.restoreEcho() }
    let passphrase = try context.newCarriedPassphrase(from: carryPassphraseFile)
    guard passphrase.count > 0 else {
      throw Failure(
        "an empty passphrase protects nothing", hint: "choose a passphrase, or leave out --seal",
        code: .usage)
    }
    return try CarriedSeal(
      passphrase: passphrase, cost: context.cost(of: passphrase), randomness: context.randomness)
  }
}
