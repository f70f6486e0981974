internal import Pad

/// A complete pad as its own state describes it, for a contact book that does not list it.
struct UnlistedPad {
  let id: PadID
  let contact: ContactID
  let role: PadRole
  let keys: HeaderKeys
}
