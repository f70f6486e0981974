internal import Exchange
internal import Link

extension ConnectionOptions {
  /// How a conversation reaches the other end.
  func route() throws -> Route {
    if let address = listenAddress { return .listen(host: address.host, port: address.port) }
    if let address = connectAddress { return .connect(Endpoint(address)) }
    if let program = try program() { return .through(program) }
    return .network(port: port ?? 0)
  }
}
