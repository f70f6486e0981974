// Guards invariant 6 for carried pads: the file becomes complete only after the giver's own copy
// is durable.
internal import Link
internal import Pad
internal import Primitives
internal import System
internal import Vault

extension Pairing {
  /// Makes a pad and writes the other end's copy to a new file at `path`, in the clear without
  /// `seal` (layout: `CarriedHeader`). This end only receives until the other's first message.
  package func carry(
    to path: String, seal: CarriedSeal? = nil
  ) throws(PairingError) -> PairingResult {
    let shape = try context.ownShape()
    let padID = PadID(context.randomness.bytes(PadID.byteCount))
    let header = CarriedHeader(
      shape: shape, request: context.options.request, padID: padID, seal: seal?.parameters)
    let file = try CarriedFile(creating: path, context.storage)
    let digest: [UInt8]
    do throws(PairingError) {
      digest = try makeBoth(header, file, seal)
    } catch {
      // Without its digest the file is nobody's pad. The vault's copy may have got its name before
      // the error, and would block the next try.
      _ = file.destroy()
      if (try? context.store.isKnown(padID: padID)) == true {
        try? context.store.destroyPad(padID)
      }
      throw error
    }
    try complete(header, file, seal, digest)
    return PairingResult(padID: header.padID, shape: shape, weGave: true, isConfirmed: false)
  }

  /// Writes both copies: the file without its digest, then the vault's, committed. Returns the
  /// digest.
  private func makeBoth(
    _ header: CarriedHeader, _ file: borrowing CarriedFile, _ seal: CarriedSeal?
  ) throws(PairingError) -> [UInt8] {
    let provenance = Provenance(source: context.options.source, transfer: .carried)
    let pad = try context.store.makePad(
      id: header.padID, contact: context.options.contact, role: .giver, shape: header.shape)
    let digest: [UInt8]
    do throws(PairingError) {
      digest = try writeMaterial(header, provenance.record, file, seal, pad)
      try file.sync()
      try pad.sync()
      try context.checkIfStopped()
    } catch {
      pad.discard()
      throw error
    }
    try pad.commit(provenance: provenance, confirmed: false)
    return digest
  }

  private func writeMaterial(
    _ header: CarriedHeader, _ record: [UInt8], _ file: borrowing CarriedFile,
    _ seal: CarriedSeal?, _ pad: any NewPad
  ) throws(PairingError) -> [UInt8] {
    let plan = TransferPlan(header.shape)
    var source = MaterialSource(context)
    var hash = SHA256()
    hash.update(header.bytes.span)
    hash.update(record.span)
    try file.write(header.bytes.span, at: 0)
    try file.write(record.span, part: 0, of: header, seal)
    for index in 0..<plan.pieces {
      try context.checkIfStopped()
      let bytes = try source.draw(plan.bytes(ofPiece: index))
      bytes.withBytes { hash.update($0) }
      try bytes.withBytes { (bytes) throws(PairingError) in
        try file.write(bytes, part: index + 1, of: header, seal)
        try pad.append(bytes)
      }
      context.screen.progress(bytes: plan.end(ofPiece: index), of: plan.materialBytes)
    }
    return hash.finish()
  }

  /// If this fails, the pad is destroyed only if the file is certainly gone: a file that is
  /// complete after all must have its counterpart.
  private func complete(
    _ header: CarriedHeader, _ file: borrowing CarriedFile, _ seal: CarriedSeal?, _ digest: [UInt8]
  ) throws(PairingError) {
    do throws(PairingError) {
      try file.write(digest.span, part: header.digestPart, of: header, seal)
      try file.sync()
    } catch {
      if case .removed = file.destroy() { try context.store.destroyPad(header.padID) }
      throw error
    }
  }
}
