/// What the library's callbacks report.
enum Reply {
  case registered(Offer)
  case added(Offer, interface: UInt32)
  case removed(Offer, interface: UInt32)
  case resolved(Target)
  case address([UInt8], interface: UInt32)
  case failed(code: Int32)
}

/// The host and port behind an offer, as seen on one interface.
struct Target: Hashable {
  /// Escaped as DNS names are.
  let host: String
  let port: UInt16
  let interface: UInt32
}
