package import Pad
package import Vault

/// The part of the vault that pairing uses. All calls block; all errors are `.vault`.
package protocol PadStore: Sendable {
  /// Throws when this contact can have no new pad.
  func checkNewPad(for contact: String) throws(PairingError)
  /// Bytes that the vault's file system has room for.
  var freeBytes: Int { get }
  /// Bytes that a pad of this shape takes there.
  func storedBytes(_ shape: PadShape) -> Int
  /// Starts a pad; nothing of it counts before `commit`.
  func makePad(
    id: PadID, contact: String, role: PadRole, shape: PadShape
  ) throws(PairingError) -> any NewPad
  /// Whether a pad of this id is held, or ever was.
  func isKnown(padID: PadID) throws(PairingError) -> Bool
  /// The first packet under a pad (120 bytes), which tells the giver that the taker holds it.
  func hello(pad id: PadID) throws(PairingError) -> [UInt8]
  /// Verifies the first packet and marks the pad as confirmed.
  func receiveHello(_ packet: [UInt8], pad id: PadID) throws(PairingError)
  func destroyPad(_ id: PadID) throws(PairingError)
}

/// A pad that is being written, by one call after the other, on whatever threads; only `readAgain` may
/// go on beside the others. Ends with one call of `commit` or `discard`.
package protocol NewPad: AnyObject, Sendable {
  /// Takes the material in order, in pieces of any size.
  func append(_ material: Span<UInt8>) throws(PairingError)
  /// What was appended before, `range` in bytes from the beginning.
  func material(_ range: Range<Int>) throws(PairingError) -> SecretBytes
  /// Makes durable what was appended.
  func sync() throws(PairingError)
  /// Reads what was made durable again from the medium, for the digest; the header keys at least.
  func readAgain(record: [UInt8]) throws(PairingError)
  /// SHA-256(record ‖ material), of what the medium holds.
  func digestOfStored(record: [UInt8]) throws(PairingError) -> [UInt8]
  /// Makes it a pad of the vault, which may send under it at once if it is `confirmed`.
  func commit(provenance: Provenance, confirmed: Bool) throws(PairingError)
  func discard()
}
