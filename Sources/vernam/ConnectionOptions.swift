internal import ArgumentParser
internal import Link
internal import Wording

/// How the two ends reach each other, for `pair` and `chat`: by DNS-SD unless one of these options
/// says otherwise.
struct ConnectionOptions: ParsableArguments, Sendable {
  @Option(
    help: ArgumentHelp("Wait on this port; do not search the network.", valueName: "[addr:]port"))
  var listen: String?

  @Option(
    help: ArgumentHelp(
      "Connect to this address; do not search the network.", valueName: "host:port"))
  var connect: String?

  @Option(
    help: ArgumentHelp("Connect through this program, such as ssh.", valueName: "command"))
  var through: String?

  @Option(help: "Use this port, such as one the firewall allows.")
  var port: Int?

  /// The address given with --listen, and with --connect.
  var listenAddress: Address? { listen.flatMap { Address($0, hostIsOptional: true) } }
  var connectAddress: Address? { connect.flatMap { Address($0, hostIsOptional: false) } }
  /// The one of these that was given.
  var given: [String] { [listen, connect, through].compactMap(\.self) }
  var isByDiscovery: Bool { given.isEmpty }

  func validate() throws {
    if given.count > 1 {
      throw ValidationError("use only one of --listen, --connect and --through")
    }
    if let port, !(1...65535).contains(port) {
      throw ValidationError("--port must be from 1 to 65535")
    }
    if port != nil, !isByDiscovery {
      throw ValidationError("leave out --port: it only affects the search on the network")
    }
    if listen != nil, listenAddress == nil {
      throw ValidationError("--listen needs PORT or ADDRESS:PORT, with a port up to 65535")
    }
    if connect != nil, connectAddress == nil {
      throw ValidationError("--connect needs HOST:PORT, with a port up to 65535")
    }
    if let through, ProgramWords(through) == nil {
      throw ValidationError("--through needs a command in which every quotation mark is closed")
    }
  }

  /// The program of --through, as it is named to people.
  var programName: String? {
    through.flatMap { ProgramWords($0)?.words[0] }
      .map { VisibleText.line($0.split(separator: "/").last.map(String.init) ?? "it") }
  }

  /// The program of --through; nil without that option. What it writes to its standard error is
  /// printed.
  func program() throws -> ConnectionCommand? {
    guard let words = through.flatMap({ ProgramWords($0)?.words }), let name = programName else {
      return nil
    }
    let report: @Sendable (ProgramLine) -> Void = { StandardError.line($0.text(saidBy: name)) }
    if let command = ConnectionCommand(words, report: report) { return command }
    throw Failure(
      "there is no program \(words[0])",
      hint: "install it, or give its whole path: --through \"/path/to/program …\"", code: .noInput)
  }
}

extension Endpoint {
  /// Where this computer listens. `host`: the address given with --listen; without one, or if it
  /// means all addresses, the first address of this computer.
  init(listeningOn host: String?, port: Int) {
    let given = ["0.0.0.0", "::"].contains(host) ? nil : host
    self.init(host: given ?? LocalAddresses.all().first ?? "THIS-HOST", port: port)
  }

  /// Whether only programs on this computer can connect, such as `ssh`.
  var isOnLoopback: Bool { ["localhost", "::1"].contains(host) || host.hasPrefix("127.") }

  /// The option with which a command on the other computer reaches it.
  var reachingOption: String {
    isOnLoopback ? "--through 'ssh THIS-HOST nc \(host) \(port)'" : "--connect \(self)"
  }
}

extension ProgramLine {
  /// What a person sees of it: nothing that a terminal would obey, and nothing that looks like a
  /// line of ours.
  fileprivate func text(saidBy program: String) -> String {
    switch self {
    case .line(let bytes):
      "\(program) says: \(VisibleText.line(String(decoding: bytes, as: UTF8.self)))"
    case .more: "\(program) says more, which is not shown."
    }
  }
}
