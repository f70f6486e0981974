internal import Pad
internal import Primitives

/// The material that the giver sends, piece by piece. Each is drawn once, stored at once, and read
/// back from this end's own copy where it has to be sent again.
struct GivenMaterial: ~Copyable {
  private let pad: any NewPad
  private let plan: TransferPlan
  private var source: MaterialSource
  private var hash = SHA256()
  private var drawn = 0

  init(_ context: PairingContext, _ plan: TransferPlan, into pad: any NewPad, record: [UInt8]) {
    self.pad = pad
    self.plan = plan
    source = MaterialSource(context)
    hash.update(record.span)
  }

  mutating func piece(_ index: Int) throws(PairingError) -> SecretBytes {
    if index < drawn { return try pad.material(plan.range(ofPiece: index)) }
    let bytes = try source.draw(plan.bytes(ofPiece: index))
    bytes.withBytes { hash.update($0) }
    try bytes.withBytes { (bytes) throws(PairingError) in try pad.append(bytes) }
    drawn += 1
    if plan.isAcknowledged(after: index) { try pad.sync() }
    return bytes
  }

  /// D, once all is drawn.
  consuming func digest() -> [UInt8] { hash.finish() }
}
