/// An event while a word is shown.
enum RevealEvent {
  case nothing
  /// Space or enter.
  case next
  /// q, or ^D.
  case leave
  case otherKey
  /// Also ^C, ^\ and ^Z.
  case signal
  /// The terminal is gone.
  case hangUp
}
