internal import Pad
internal import Primitives
internal import Vault

extension Pairing {
  /// Takes a carried pad in from the file at `path`, then overwrites and removes the file. A pad
  /// that was ever held in this vault is refused, and so is a file whose digest is wrong; either
  /// leaves the file as it is.
  package func takeIn(from path: String) throws(PairingError) -> PairingResult {
    let file = try CarriedFile(opening: path, context.storage)
    let size = try file.size()
    guard size >= CarriedHeader.headBytes else { throw .notACarriedPad(path: path) }
    let head = try file.read(CarriedHeader.headBytes, at: 0).withBytes { $0.publicCopy }
    let header = try CarriedHeader([UInt8](head.prefix(CarriedHeader.byteCount)), path: path)
    guard size == header.fileBytes else { throw .carriedPadDamaged(path: path) }
    let record = [UInt8](head.dropFirst(CarriedHeader.byteCount))
    guard let provenance = Provenance(record: record, transfer: .carried)
    else { throw .malformedRecord }
    if try context.store.isKnown(padID: header.padID) { throw .alreadyHeld }
    try context.store.checkNewPad(for: context.wishes.contact)
    try context.check(header.shape, weGive: false)
    try store(header, record, provenance, file)
    return PairingResult(
      padID: header.padID, shape: header.shape, weGave: false, isConfirmed: true,
      carriedFile: file.destroy())
  }

  /// Verified before it is committed, by the file's digest and by what the medium then holds.
  private func store(
    _ header: CarriedHeader, _ record: [UInt8], _ provenance: Provenance,
    _ file: borrowing CarriedFile
  ) throws(PairingError) {
    let pad = try context.store.makePad(
      id: header.padID, contact: context.wishes.contact, role: .taker, shape: header.shape)
    do throws(PairingError) {
      let digest = try readMaterial(header, record, file, pad)
      try pad.sync()
      guard try pad.digestOfStored(record: record) == digest else { throw .storedDiffers }
    } catch {
      pad.discard()
      throw error
    }
    try pad.commit(provenance: provenance, confirmed: true)
  }

  /// Appends the material and compares the file's digest; returns SHA-256(record ‖ material).
  private func readMaterial(
    _ header: CarriedHeader, _ record: [UInt8], _ file: borrowing CarriedFile, _ pad: any NewPad
  ) throws(PairingError) -> [UInt8] {
    let plan = TransferPlan(header.shape)
    var whole = SHA256()
    var stored = SHA256()
    whole.update(header.bytes.span)
    whole.update(record.span)
    stored.update(record.span)
    for index in 0..<plan.pieces {
      let offset = CarriedHeader.headBytes + index * TransferPlan.pieceBytes
      let bytes = try file.read(plan.bytes(ofPiece: index), at: offset)
      bytes.withBytes {
        whole.update($0)
        stored.update($0)
      }
      try bytes.withBytes { (bytes) throws(PairingError) in try pad.append(bytes) }
      context.screen.progress(bytes: plan.end(ofPiece: index), of: plan.materialBytes)
    }
    let expected = try file.read(SHA256.byteCount, at: header.digestOffset)
    let digest = whole.finish()
    guard expected.withBytes({ equalInConstantTime($0, digest.span) })
    else { throw .carriedPadDamaged(path: file.path) }
    return stored.finish()
  }
}
