package import Pad
package import Primitives
internal import Vault

extension Pairing {
  /// Whether these are the first bytes of a carried pad's file.
  package static func isCarriedPad(_ head: [UInt8]) -> Bool {
    head.starts(with: CarriedHeader.magic)
  }

  /// Takes in a carried pad from the file at `path`, then overwrites and removes the file. A pad
  /// that this vault ever held is refused, and so is a file whose digest is wrong; either leaves
  /// the file as it is. `passphrase` is called only if the file is sealed, with the cost that the file
  /// asks for; `ifSealed` refuses one that is not sealed, which somebody may have swapped for the
  /// right one.
  package func takeIn(
    from path: String, ifSealed: Bool = false,
    passphrase: (Scrypt.Cost) throws(PairingError) -> SecretBytes
  ) throws(PairingError) -> PairingResult {
    let file = try CarriedFile(opening: path, context.storage)
    let header = try CarriedHeader(file)
    if ifSealed, header.seal == nil { throw .notSealed(path: path) }
    if try context.store.isKnown(padID: header.padID) { throw .alreadyHeld }
    try context.check(header.shape, weGive: false)
    let seal = try header.seal.map { parameters throws(PairingError) in
      try CarriedSeal(parameters, passphrase: try passphrase(parameters.cost))
    }
    guard let text = try file.read(part: 0, of: header, seal) else {
      throw .wrongCarriedPassphrase(path: path)
    }
    let record = text.withBytes { $0.publicCopy }
    guard let provenance = Provenance(record: record, transfer: .carried)
    else { throw .malformedRecord }
    try store(header, record, provenance, file, seal)
    return PairingResult(
      padID: header.padID, shape: header.shape, weGave: false, isConfirmed: true,
      carriedFile: file.destroy())
  }

  /// Stores the pad, verified before the commit by the file's digest and by what the medium holds.
  private func store(
    _ header: CarriedHeader, _ record: [UInt8], _ provenance: Provenance,
    _ file: borrowing CarriedFile, _ seal: CarriedSeal?
  ) throws(PairingError) {
    let pad = try context.store.makePad(
      id: header.padID, contact: context.options.contact, role: .taker, shape: header.shape)
    do throws(PairingError) {
      let digest = try readMaterial(header, record, file, seal, pad)
      try pad.sync()
      guard try pad.digestOfStored(record: record) == digest else { throw .storedDiffers }
      try context.checkIfStopped()
    } catch {
      pad.discard()
      throw error
    }
    try pad.commit(provenance: provenance, confirmed: true)
  }

  /// Appends the material and compares the file's digest; returns SHA-256(record ‖ material).
  private func readMaterial(
    _ header: CarriedHeader, _ record: [UInt8], _ file: borrowing CarriedFile,
    _ seal: CarriedSeal?, _ pad: any NewPad
  ) throws(PairingError) -> [UInt8] {
    let plan = TransferPlan(header.shape)
    var whole = SHA256()
    var stored = SHA256()
    whole.update(header.bytes.span)
    whole.update(record.span)
    stored.update(record.span)
    for index in 0..<plan.pieces {
      try context.checkIfStopped()
      guard let bytes = try file.read(part: index + 1, of: header, seal) else {
        throw .carriedPadDamaged(path: file.path)
      }
      bytes.withBytes {
        whole.update($0)
        stored.update($0)
      }
      try bytes.withBytes { (bytes) throws(PairingError) in try pad.append(bytes) }
      context.screen.progress(bytes: plan.end(ofPiece: index), of: plan.materialBytes)
    }
    let digest = whole.finish()
    guard let expected = try file.read(part: header.digestPart, of: header, seal),
      expected.withBytes({ equalInConstantTime($0, digest.span) })
    else { throw .carriedPadDamaged(path: file.path) }
    return stored.finish()
  }
}
