/// What this end publishes while it waits.
package struct Advertisement: Sendable {
  /// The requested name; on a collision Avahi chooses another, which `Search.Event` reports.
  package let offer: Offer
  /// The TCP port that this end listens on.
  package let port: UInt16

  package init(_ offer: Offer, port: UInt16) {
    self.offer = offer
    self.port = port
  }

  /// An offer under a fresh name made of `random`, which says nothing about the host or its user.
  package init(port: UInt16, random: UInt32) {
    offer = Offer(name: instanceName(random))
    self.port = port
  }
}

/// Two words and a number, such as `amber-otter-417`: up to 21 bytes.
func instanceName(_ random: UInt32) -> String {
  let first = offerWords[Int(random & 0xFF)]
  let second = offerWords[Int(random >> 8 & 0xFF)]
  return "\(first)-\(second)-\((random >> 16) % 1000)"
}

/// The TXT record's data: each string after one byte with its length (RFC 6763, 6.1). The first is
/// the version of this record's format (RFC 6763, 6.7).
func textRecord(_ strings: [String] = ["txtvers=1", "v=1"]) -> [UInt8] {
  strings.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
}
