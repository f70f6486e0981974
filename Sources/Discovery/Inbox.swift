/// Where callbacks put what they are told. They do nothing else: the library must not be called
/// from inside them.
@safe final class Inbox {
  private(set) var replies: [Reply] = []

  /// What a callback is handed to find its inbox again; good as long as the inbox lives.
  var context: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(self).toOpaque() }

  /// The inbox behind a callback's context.
  static func at(_ context: UnsafeMutableRawPointer?) -> Inbox {
    guard let context = unsafe context else { preconditionFailure("a callback without context") }
    return unsafe Unmanaged<Inbox>.fromOpaque(context).takeUnretainedValue()
  }

  func put(_ reply: Reply) { replies.append(reply) }

  func take() -> [Reply] {
    defer { replies = [] }
    return replies
  }
}
