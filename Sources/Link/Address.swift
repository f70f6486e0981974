/// What a person types for an endpoint: `PORT`, `HOST:PORT` or `[IPv6]:PORT`.
package struct Address: Equatable, CustomStringConvertible {
  package let host: String?
  package let port: Int

  package init?(_ text: String, hostIsOptional: Bool) {
    let colon = text.lastIndex(of: ":")
    let digits = colon.map { text[text.index(after: $0)...] } ?? text[...]
    guard let port = Int(digits), (0...65535).contains(port) else { return nil }
    self.port = port
    guard let colon else {
      host = nil
      if !hostIsOptional { return nil }
      return
    }
    var name = text[..<colon]
    if name.hasPrefix("["), name.hasSuffix("]") {
      name = name.dropFirst().dropLast()
    } else if name.contains(":") {
      return nil
    }
    guard !name.isEmpty else { return nil }
    host = String(name)
  }

  package var description: String {
    host.map { Endpoint(host: $0, port: port).description } ?? "\(port)"
  }
}

extension Endpoint {
  /// The address must have a host.
  package init(_ address: Address) { self.init(host: address.host ?? "", port: address.port) }
}
