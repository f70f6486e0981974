/// The steps that vault.md orders, each named where it is taken.
///
/// A debug build can be told to leave some of them out, so that the tests can prove that they would
/// notice. A release build has no such thing: there `step` is the plain call.
enum ProtocolStep: Sendable {
  /// `fdatasync` before a state is read.
  case firstSync
  /// Reading a state past the page cache.
  case readPastCache
  /// Comparing with the generation outside.
  case hearing
  /// Deciding durably what concerns several pads, before one of them changes.
  case decision
  case decisionSync
  /// Deciding it again before it is followed, since it may stand in the cache only.
  case decisionAgain
  /// Finishing or renewing what was cut short.
  case repair
  case lock
  /// Comparing what was opened and locked with what stands at the path.
  case comparison
  case slotChecksum
  case chunkIntegrity
  /// Marking chunks as spent before anything leaves.
  case commitBeforeRelease
  case commitSync
  case wipe
  /// Making the wiping durable before the older frontier, which it can be repeated from, goes.
  case wipeBeforeScrub
  case secondSlot
  case secondSlotSync
  case deliverBeforeConsume
  /// Opening again after a delivery.
  case openingAgain
  /// Making a new pad durable before anything is said of it.
  case newPadSync
}

#if DEBUG
  extension ProtocolStep: CaseIterable {}
#endif

extension VaultEnvironment {
  /// Takes a step.
  @inline(__always)
  func step<Failure: Error>(
    _ step: ProtocolStep, _ action: () throws(Failure) -> Void
  ) throws(Failure) {
    #if DEBUG
      if omissions.contains(step) { return }
    #endif
    try action()
  }

  /// Takes a step that decides or reads something; `omitted` is what stands without it.
  @inline(__always)
  func step<Result, Failure: Error>(
    _ step: ProtocolStep, without omitted: @autoclosure () throws(Failure) -> Result,
    _ action: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    #if DEBUG
      if omissions.contains(step) { return try omitted() }
    #endif
    return try action()
  }
}
