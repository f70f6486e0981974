internal import Discovery

/// A call to the end that an offer is from. Meanwhile, unless this end insists on that offer, it keeps
/// its own offer up, and keeps listening.
struct OutgoingCall: Sendable {
  let offer: Offer
  let task: Task<Result<PairingResult, PairingError>, Never>
}
