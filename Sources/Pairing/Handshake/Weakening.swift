#if DEBUG
  /// What a test takes away from the handshake and from the rule of commit, to show that it would
  /// notice. A release build has no such thing.
  struct Weakening: Sendable {
    @TaskLocal static var current = Weakening()

    /// How many different codes there can be; fewer are quickly guessed.
    var codes = PairingCode.count
    /// The joiner accepts any nonce as the one that M1 committed to.
    var forgetsCommitment = false
    /// The taker keeps a copy that differs from what the giver sent.
    var keepsWhatDiffers = false
    /// The giver destroys its copy when nothing comes back after the last frame.
    var destroysUnheard = false
  }
#endif
