package import Link

/// How the two ends reach each other.
package enum Route: Sendable {
  /// By DNS-SD on the local network; 0 lets the system choose the port.
  case network(port: Int)
  /// This end waits; nil means all addresses.
  case listen(host: String?, port: Int)
  case connect(Endpoint)
  /// The standard input and output of a program are the connection.
  case through(ConnectionCommand)
}
