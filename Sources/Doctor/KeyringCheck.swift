/// Whether `unlock` can work.
enum KeyringCheck {
  static func findings(_ snapshot: SystemSnapshot) -> [Finding] {
    guard let refusal = snapshot.keyringRefusal else {
      return [.ok("keyring", "the kernel's keyring can be used")]
    }
    return [
      .warn(
        "keyring", "the kernel's keyring cannot be used: \(refusal)",
        hint: "\"vernam unlock\" does not work here; use --passphrase-file FILE")
    ]
  }
}
