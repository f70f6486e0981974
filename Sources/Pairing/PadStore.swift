package import Pad
package import Vault

/// The part of the vault that pairing uses. All calls block; all errors are `.vault`.
package protocol PadStore: Sendable {
  /// Free bytes on the vault's file system.
  var freeBytes: Int { get }
  /// Bytes that a pad of this shape occupies there.
  func storedBytes(_ shape: PadShape) -> Int
  /// Starts a pad; nothing of it counts before `commit`.
  func makePad(
    id: PadID, contact: String, role: PadRole, shape: PadShape
  ) throws(PairingError) -> any NewPad
  /// Whether the vault holds, or ever held, a pad with this id.
  func isKnown(padID: PadID) throws(PairingError) -> Bool
  /// The first packet under a pad (120 bytes), which tells the giver that the taker holds it.
  func hello(pad id: PadID) throws(PairingError) -> [UInt8]
  /// Verifies the first packet and marks the pad as confirmed; returns false if it is anything
  /// other than a hello under this pad.
  func receiveHello(_ packet: [UInt8], pad id: PadID) throws(PairingError) -> Bool
  func destroyPad(_ id: PadID) throws(PairingError)
}

/// A pad being written, one call at a time, on any thread; only `readAgain` may run alongside the
/// others. Ends with one call to `commit` or `discard`.
package protocol NewPad: AnyObject, Sendable {
  /// Appends the material in order, in pieces of any size.
  func append(_ material: Span<UInt8>) throws(PairingError)
  /// Material that was appended earlier; `range` is in bytes from the beginning.
  func material(_ range: Range<Int>) throws(PairingError) -> SecretBytes
  /// Makes what was appended durable, up to the last whole chunk.
  func sync() throws(PairingError)
  /// Reads what is durable back from the medium, for the digest. The header keys must have been
  /// appended.
  func readAgain(record: [UInt8]) throws(PairingError)
  /// SHA-256(record ‖ material), computed from what the medium holds.
  func digestOfStored(record: [UInt8]) throws(PairingError) -> [UInt8]
  /// Makes it a pad of the vault; if it is `confirmed`, the vault may send under it at once.
  func commit(provenance: Provenance, confirmed: Bool) throws(PairingError)
  func discard()
}
