/// Where an end listens: a name or a numeric address (IPv6 with its scope), and a TCP port.
package struct Endpoint: Equatable, Sendable {
  package let host: String
  package let port: Int

  package init(host: String, port: Int) {
    self.host = host
    self.port = port
  }
}

extension Endpoint: CustomStringConvertible {
  /// In the form that `--connect` accepts.
  package var description: String {
    host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
  }
}
