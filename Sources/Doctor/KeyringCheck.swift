/// Whether `unlock` can work.
enum KeyringCheck {
  static func findings(_ snapshot: SystemSnapshot) -> [Finding] {
    guard let refusal = snapshot.keyringRefusal else {
      return [Finding(.ok, .keyring, .memory(.keyringWorks))]
    }
    return [Finding(.warn, .keyring, .memory(.keyringRefuses(refusal)))]
  }
}
