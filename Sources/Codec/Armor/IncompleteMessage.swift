/// A message of several parts, some of which are not in the text or cannot be read.
package struct IncompleteMessage: Sendable, Equatable {
  /// How many parts the message has.
  package let parts: Int
  /// The numbers, from 1, of the missing ones.
  package let missing: [Int]
  /// The parts that are there.
  package let found: [ArmorPart<[UInt8]>]

  package init(parts: Int, missing: [Int], found: [ArmorPart<[UInt8]>] = []) {
    self.parts = parts
    self.missing = missing
    self.found = found
  }
}

extension IncompleteMessage {
  /// Joins the messages of several texts, each where the first of its parts was, and completes them
  /// with parts that were `kept` from earlier texts.
  package static func joined(
    _ messages: [(position: Int, message: IncompleteMessage)], completing kept: [ArmorPart<[UInt8]>]
  ) -> [(position: Int, finding: ArmorFinding)] {
    var assembly = ArmorAssembly<[UInt8]>()
    for (position, message) in messages {
      for part in message.found { assembly.add(part, at: position) }
    }
    for part in kept.reversed() { assembly.complete(with: part) }
    return assembly.messages.map { ($0.position, ArmorFinding($0)) }
  }

  /// The same messages in the same order; parts of one message from several texts are put together,
  /// along with those that were `kept`. `message` makes one of a finding.
  package static func joined<Message>(
    _ messages: [Message], incomplete: (Message) -> IncompleteMessage?,
    completing kept: () -> [ArmorPart<[UInt8]>], _ message: (ArmorFinding) -> Message
  ) -> [Message] {
    var others: [(position: Int, message: Message)] = []
    var lacking: [(position: Int, message: IncompleteMessage)] = []
    for (position, one) in messages.enumerated() {
      if let found = incomplete(one), !found.found.isEmpty {
        lacking.append((position, found))
      } else {
        others.append((position, one))
      }
    }
    if lacking.isEmpty { return messages }
    let joined = joined(lacking, completing: kept()).map { ($0.position, message($0.finding)) }
    return (others + joined).sorted { $0.position < $1.position }.map(\.message)
  }
}
