internal import ArgumentParser
internal import Exchange
internal import Link

/// How the two ends of a conversation reach each other: DNS-SD unless one of these options says
/// otherwise.
struct ChatWay: ParsableArguments, Sendable {
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

  func validate() throws {
    let ways = [listen, connect, through].compactMap(\.self).count
    if ways > 1 { throw ValidationError("use only one of --listen, --connect and --through") }
    if ways > 0, port != nil {
      throw ValidationError("leave out --port: it only affects the search on the network")
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
    if let through, CommandWords(through) == nil {
      throw ValidationError("--through needs a command in which every quotation mark is closed")
    }
  }

  /// What the program of --through writes to its standard error is printed.
  func route() throws -> Route {
    if let listen, let address = Address(listen, hostIsOptional: true) {
      return .listen(host: address.host, port: address.port)
    }
    if let connect, let address = Address(connect, hostIsOptional: false) {
      return .connect(Endpoint(host: address.host ?? "", port: address.port))
    }
    if let through, let words = CommandWords(through)?.words {
      let program = VisibleText.line(words[0].split(separator: "/").last.map(String.init) ?? "it")
      let report: @Sendable (ProgramLine) -> Void = {
        StandardError.line($0.text(saidBy: program))
      }
      guard let command = ConnectionCommand(words, report: report) else {
        throw Failure(
          "there is no program \(words[0])",
          hint: "install it, or give its whole path: --through \"/path/to/program …\"",
          code: .noInput)
      }
      return .through(command)
    }
    return .network(port: port ?? 0)
  }
}
