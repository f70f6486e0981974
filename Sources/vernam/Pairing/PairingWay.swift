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
  @Option(
    help: ArgumentHelp("Wait on this port; do not search the network.", valueName: "[addr:]port"))
  var listen: String?

  @Option(
    help: ArgumentHelp(
      "Connect to this address; do not search the network.", valueName: "host:port"))
  var connect: String?

  @Option(help: "Use this port, such as one the firewall allows.")
  var port: Int?

  @Option(
    help: ArgumentHelp(
      "Find only people who give the same word.", valueName: "word"))
  var room: String?

  @Option(help: "Pair only with the computer that shows this name.")
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
  var isByDiscovery: Bool { isByNetwork && listen == nil && connect == nil }
  /// The port given with --listen; nil if the system chooses.
  var listenedPort: Int? {
    let port = listen.flatMap { Address($0, hostIsOptional: true)?.port }
    return port == 0 ? nil : port
  }

  /// The address given with --listen; nil if it means all addresses of this machine.
  var listenedHost: String? {
    let host = listen.flatMap { Address($0, hostIsOptional: true)?.host }
    return ["0.0.0.0", "::"].contains(host) ? nil : host
  }

  func validate() throws {
    let ways = [listen, connect, carry, from].compactMap(\.self).count
    if ways > 1 {
      throw ValidationError("use only one of --listen, --connect, --carry and --from")
    }
    if seal, carry == nil { throw ValidationError("--seal needs --carry") }
    if carryPassphraseFile != nil, isByNetwork {
      throw ValidationError("--carry-passphrase-file needs --carry or --from")
    }
    if ways > 0, port != nil || offer != nil || room != nil {
      throw ValidationError(
        "leave out --port, --offer and --room: they only affect the search on the network")
    }
    if let room, Room(room) == nil {
      throw ValidationError(
        "--room needs one word of at most \(Room.longest) letters, digits and hyphens")
    }
    if let port, !(1...65535).contains(port) {
      throw ValidationError("--port must be from 1 to 65535")
    }
    if let listen, Address(listen, hostIsOptional: true) == nil {
      throw ValidationError("--listen needs PORT or ADDRESS:PORT, with a port up to 65535")
    }
    if let connect, Address(connect, hostIsOptional: false) == nil {
      throw ValidationError("--connect needs HOST:PORT, with a port up to 65535")
    }
  }

  /// `wait` is for --connect only: the other ways wait as the pairing's options say.
  func pairByNetwork(
    _ pairing: Pairing, _ screen: PairingTerminal, wait: Duration
  ) async throws -> PairingResult {
    if let listen, let address = Address(listen, hostIsOptional: true) {
      do { return try await pairing.listen(host: address.host, port: address.port) } catch {
        guard case PairingError.link(.noAnswer(nil)) = error else { throw error }
        if let refusal = screen.refusal { throw refusal }
        throw Failure(
          "the other computer did not answer",
          hint: "run \(screen.otherEnd()) on the other computer, and check the firewall here",
          code: .unavailable)
      }
    }
    if let connect, let address = Address(connect, hostIsOptional: false) {
      let retry = ConnectRetry(address: address, screen: screen)
      return try await retry.connect(pairing, until: ContinuousClock.now + wait)
    }
    return try await pairing.meet(
      port: port ?? 0, room: room.flatMap(Room.init), offer: offer, meetingScreen: screen)
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

  private static let (carriedPrefix, carriedSuffix) = ("pad-for-", ".vernam")

  /// Whether --carry FOLDER gives such a name.
  static func isCarriedName(_ name: String) -> Bool {
    name.hasPrefix(carriedPrefix) && name.hasSuffix(carriedSuffix)
  }

  /// In a folder, the carried file gets a name that says whom it is for. Refuses a place that no
  /// file can be written to, before anything is asked or made.
  mutating func chooseFile(for name: String) throws {
    guard let place = carry else { return }
    let isFolder = (try? Disk().attributes(at: place))?.kind == .directory
    let file =
      isFolder ? "\(place)/" + PairingWay.carriedPrefix + name + PairingWay.carriedSuffix : place
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
    // Half a file on a medium is half a secret: a signal waits until it is wiped.
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
