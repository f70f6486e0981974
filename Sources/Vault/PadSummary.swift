package import Codec
package import Pad

/// What may be told of a pad; nothing in it is secret.
package struct PadSummary: Sendable {
  /// One lane, in bytes.
  package struct Lane: Equatable, Sendable {
    package let total: Int
    package let used: Int
    package var left: Int { total - used }
  }

  package let id: PadID
  package let contact: String
  package let role: PadRole
  package let chunkBytes: Int
  package let isConfirmed: Bool
  /// As it is recorded.
  package let closure: SendingClosure?
  /// As the next change will find it.
  package private(set) var standingClosure: SendingClosure?
  /// Whether what is kept outside the vault speaks against it, and was not heard yet.
  let isWitness: Bool
  /// Whether it followed what is not known here: what was decided went back in time.
  let isAhead: Bool
  /// Why what is kept outside the vault could not be heard.
  let deafness: VaultError?
  package let provenance: Provenance
  package let send: Lane
  package let receive: Lane
  /// Messages that were sent and have not arrived.
  package let missing: Int
  /// Whether its files were copied, restored or moved here, and not adopted yet.
  package let isMoved: Bool
  let sequence: Int
  /// The last decision that it follows.
  let followed: DecisionID?
  /// So many messages of a taker may be lost before it goes on with an older pad.
  private static let mostUnheard = 3
  /// Messages that were sent on a pad that was taken, and of which the giver may have heard none; nil
  /// where it did, or so many were sent.
  let unheard: Int?

  /// `decided` is the record as it is to be.
  init(
    _ id: PadID, _ record: PadState.Record, decided: PadState.Record, isMoved: Bool,
    isWitness: Bool, isAhead: Bool, deafness: VaultError?
  ) {
    let chunkBytes = record.shape.chunkBytes
    self.id = id
    contact = decided.contact
    role = record.role
    self.chunkBytes = chunkBytes
    isConfirmed = record.isConfirmed
    closure = record.closure
    standingClosure = decided.closure ?? (isWitness ? .vaultIsOlder : nil)
    self.isWitness = isWitness
    self.isAhead = isAhead
    self.deafness = deafness
    provenance = record.provenance
    send = Lane(total: record.sendChunks * chunkBytes, used: record.nextToSend * chunkBytes)
    receive = Lane(
      total: record.receiveChunks * chunkBytes, used: record.consumed.count * chunkBytes)
    missing = record.missing
    self.isMoved = isMoved
    sequence = record.sequence
    followed = record.followed
    let isUnheard = record.role == .taker && record.readCount == 0
    unheard = isUnheard && record.sentCount < PadSummary.mostUnheard ? record.sentCount : nil
  }

  /// The same, of one that is to be closed.
  func closed(for closure: SendingClosure) -> PadSummary {
    var summary = self
    summary.standingClosure = standingClosure ?? closure
    return summary
  }

  /// Whether this pad can encrypt at all.
  package var canSend: Bool { isConfirmed && standingClosure == nil && !isMoved }

  /// Whether it will, once the other end's first message on it is read.
  package var isWaiting: Bool { !isConfirmed && standingClosure == nil && !isMoved }

  /// Messages of at most `contentBytes` that can still be sent once `spent` bytes more are.
  package func messagesLeft(contentBytes: Int, without spent: Int = 0) -> Int {
    canSend ? (send.left - spent) / chunkBytes / chunks(contentBytes: contentBytes) : 0
  }

  /// Messages of at most `contentBytes` that the other end can still send.
  package func messagesToCome(contentBytes: Int) -> Int {
    receive.left / chunkBytes / chunks(contentBytes: contentBytes)
  }

  /// Bytes of pad that a message of `contentBytes` takes.
  package func cost(_ kind: BodyHead.Kind = .text, contentBytes: Int) -> Int {
    chunks(kind, contentBytes: contentBytes) * chunkBytes
  }

  private func chunks(_ kind: BodyHead.Kind = .text, contentBytes: Int) -> Int {
    let bytes = Body.byteCount(kind, content: contentBytes) + PadSlice.authenticationBytes
    return (bytes + chunkBytes - 1) / chunkBytes
  }
}
