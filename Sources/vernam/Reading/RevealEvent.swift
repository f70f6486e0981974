/// What a person does while `decrypt --reveal` shows a word.
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
