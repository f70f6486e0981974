internal import Discovery

/// A call to the end that an offer is from. Unless this end insists on that offer, it stays on offer
/// itself meanwhile, and its listener listens.
struct OutgoingCall: Sendable {
  let offer: Offer
  let task: Task<Result<PairingResult, PairingError>, Never>
}
