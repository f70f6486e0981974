internal import Vault

extension Conversation {
  /// A message of this end that the other end has not confirmed.
  struct Waiting {
    let number: Int
    let entry: OutboxEntry
    /// Whether the other person has to save it, as far as is known.
    let isFile: Bool
    /// Whether it was sent in this conversation.
    let isOwn: Bool
    /// Whether the person was told that it has left.
    var isSent = false
  }

  /// A message that the person has not asked for yet, and what to answer once they have it.
  struct PutOff {
    let packet: IncomingPacket
    let receipt: PacketReceipt
  }

  struct State {
    /// The most messages that are kept for the person to ask for, and the most if the next is short.
    private static let (mostPutOff, mostShortPutOff) = (16, 64)

    var contact: Contact
    /// Two conversations would take the other end from each other without end.
    var lock: ConversationLock?
    var waiting: [Waiting] = []
    /// What was removed from the outbox, here or by other commands. It may have left before.
    var removed: [Waiting] = []
    /// How many messages were waiting when it began. They have the first numbers.
    private(set) var earlierCount = 0
    /// Whether anything was sent in this conversation.
    private(set) var hasSent = false
    private var lastNumber = 0
    /// Sends that this conversation has begun, and those that are over.
    var sends = (begun: 0, ended: 0)
    /// Confirmations that this conversation has begun to heed, and those that are over.
    var confirmations = (begun: 0, ended: 0)
    /// By the number that their sender gave them.
    var putOff: [Int: PutOff] = [:]
    /// The numbers of those that had no room, on this connection.
    var refused: Set<Int> = []
    /// Why packets of this connection could not be read, as far as the person was told.
    var unreadable: [VaultError] = []
    /// Of each pad, the number up to which the person was told of missing messages.
    private var missingTold: [PadID: Int] = [:]
    /// The report on the last message that overtook another one. The person hears what is missing
    /// once a whole message has come after it: the overtaken one may be all that is missing.
    var heldReport: ReadReport?
    var live: LinkSession?
    /// Whether the other end was there since this one began to look for it.
    var hasMet = false
    /// Packets that are being read.
    var readings = 0
    /// This end said goodbye.
    var isLeaving = false
    /// Sessions that began and did not end yet: the live one, and those that it displaced.
    var begun: Set<ObjectIdentifier> = []

    init(_ contact: Contact, earlier: [OutboxEntry]) {
      self.contact = contact
      earlierCount = add(earlier).count
    }

    /// Adds what is new, in order, and returns it.
    mutating func add(
      _ entries: [OutboxEntry], isFile: Bool = false, isOwn: Bool = false
    ) -> [Waiting] {
      var new: [Waiting] = []
      for entry in entries where !waiting.contains(where: { $0.entry == entry }) {
        lastNumber += 1
        new.append(Waiting(number: lastNumber, entry: entry, isFile: isFile, isOwn: isOwn))
      }
      waiting += new
      hasSent = hasSent || isOwn
      return new
    }

    /// Keeps a message for later, if it is not kept already and there is room: two pads may both have
    /// a message with this number. Returns what to tell the person.
    mutating func keep(
      _ packet: IncomingPacket, _ receipt: PacketReceipt, _ number: Int, _ message: Incoming
    ) -> ConversationEvent? {
      if putOff[number]?.receipt == receipt { return nil }
      let most = packet.isShort ? State.mostShortPutOff : State.mostPutOff
      if putOff[number] != nil || putOff.count >= most {
        let isFirst = refused.isEmpty
        refused.insert(number)
        return isFirst ? .noRoom : nil
      }
      putOff[number] = PutOff(packet: packet, receipt: receipt)
      return .putOff(number, message)
    }

    /// The numbers of missing messages, if the person has not been told of the last of them. Messages
    /// that were put off are not missing, nor are those that had no room.
    mutating func missingNews(_ report: ReadReport) -> [Range<Int>] {
      var missing = report.missing
      for number in refused.union(putOff.keys) {
        missing = missing.flatMap { range in
          range.contains(number)
            ? [range.lowerBound..<number, number + 1..<range.upperBound].filter { !$0.isEmpty }
            : [range]
        }
      }
      let last = missing.last?.upperBound ?? 0
      if last <= missingTold[report.pad] ?? 0 { return [] }
      missingTold[report.pad] = last
      return missing
    }
  }
}
