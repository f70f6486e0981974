/// Why a vault is opened.
package enum Access: Sendable {
  /// To look only: locks are shared, nothing is repaired, and only the spool is written to.
  case reading
  /// For anything else; whatever an earlier command left half done is put in order first.
  case changing
}
