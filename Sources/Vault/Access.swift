/// What a vault is opened for.
package enum Access: Sendable {
  /// Looking only: locks are shared, nothing is repaired, nothing is written.
  case reading
  /// Everything else; what an earlier command left half done is put in order first.
  case changing
}
