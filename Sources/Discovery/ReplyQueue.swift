/// Where callbacks put their replies. They do nothing else: the library must not be called from
/// inside them.
@safe final class ReplyQueue {
  private(set) var replies: [Reply] = []

  /// Lets a callback find its queue again; valid as long as the queue lives.
  var context: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(self).toOpaque() }

  /// The queue that a callback's context points to.
  static func at(_ context: UnsafeMutableRawPointer?) -> ReplyQueue {
    guard let context = unsafe context else { preconditionFailure("a callback without context") }
    return unsafe Unmanaged<ReplyQueue>.fromOpaque(context).takeUnretainedValue()
  }

  func put(_ reply: Reply) { replies.append(reply) }

  func take() -> [Reply] {
    defer { replies = [] }
    return replies
  }
}
