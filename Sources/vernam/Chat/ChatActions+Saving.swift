internal import Exchange
internal import System
internal import Vault
internal import Wording

extension ChatActions {
  /// The number of the one message that waits to be saved.
  func onlyNumber() throws -> Int {
    let numbers = conversation.putOffNumbers
    if numbers.count == 1 { return numbers[0] }
    throw numbers.isEmpty
      ? Failure(
        "no file is waiting to be saved", hint: "the chat tells you when one comes", code: .usage)
      : Failure(
        "several files are waiting to be saved: \(NumberList("message", numbers))",
        hint: "type the number of one, such as /save \(numbers[0])", code: .usage)
  }

  /// Saves a message that was put off: under its own name, here or in the folder `path`, or else as
  /// `path`. The delivery says where, and this returns it.
  @discardableResult
  func save(_ number: Int, as path: String?) throws -> String? {
    let hint = "choose another name or folder: /save \(number) FILE"
    if path == "-" { throw Failure("a chat can save only to a file", hint: hint, code: .usage) }
    var place: String?
    let report = try deliver(as: path, ifTaken: hint, ifUnusable: hint) {
      delivery throws(VaultError) in
      defer { place = delivery.path }
      return try conversation.take(number, by: delivery)
    }
    if report != nil {
      saved[number] = place
      return place
    }
    if let place = saved[number] {
      throw Failure(
        "message \(number) is already saved as \(Machine.realPath(place) ?? place)",
        hint: "copy that file if you need another",
        code: .usage)
    }
    throw Failure(
      "no message \(number) is waiting to be saved",
      hint: conversation.putOffNumbers.isEmpty
        ? "no other file is waiting either: you saved it already, or "
          + "\(conversation.contact.name) took it back"
        : "type /save alone: it saves the file that waits, or lists the numbers", code: .usage)
  }

  /// Has `read` deliver a message as `decrypt` does. The hints are for a name that is taken, and for
  /// one that cannot be used here.
  func deliver(
    as path: String?, ifTaken hint: String, ifUnusable other: String,
    _ read: (MessageDelivery) throws(VaultError) -> ReadReport?
  ) throws -> ReadReport? {
    let delivery = MessageDelivery(
      vault: vault, output: path, replaces: false, isJSON: false, takesFolder: true,
      context: context)
    do throws(VaultError) { return try read(delivery) } catch {
      var failure = delivery.failure ?? Failure(error)
      if delivery.failure != nil { failure.hint = other }
      if failure.code == .cannotCreate { failure.hint = hint }
      if case .unusableName = error { failure.hint = other }
      throw failure
    }
  }
}
