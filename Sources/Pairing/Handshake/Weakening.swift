#if DEBUG
  /// What a test takes from the handshake and from the rule of commit, to show that it would notice.
  /// A release build has no such thing.
  struct Weakening: Sendable {
    @TaskLocal static var current = Weakening()

    /// How many codes there are.
    var codes = PairingCode.count
    /// The joiner takes any nonce for the one that M1 committed to.
    var forgetsCommitment = false
    /// The taker keeps a copy that is not what the giver sent.
    var keepsWhatDiffers = false
    /// The giver destroys its copy when nothing comes back after the last frame.
    var destroysUnheard = false
  }
#endif
