/// What is done with a pad that was copied, restored or moved (vault.md, "Time travel and twins").
enum MovedPad {
  case isRefused
  /// The person vouches that this is the one surviving copy and that nothing was sent from another.
  case isVouchedFor
  /// Taken as it is; what it would send is closed for good.
  case closesSending
}
