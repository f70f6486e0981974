/// The contact book that a command has read, with the heads of the slots that it stood in.
struct KnownBook: Sendable {
  let heads: [SlotHead?]
  let book: ContactBook
  let generation: UInt64
}
