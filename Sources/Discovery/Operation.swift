internal import CDNSSD

/// One running question to Avahi, or one registration, and its answers so far. It ends with the
/// last reference to it.
///
/// The library has a thread for each, so all calls for one are made by one thread.
@safe final class Operation {
  /// Starts an operation: fills in the reference, keeps the context for its callback, returns a
  /// code.
  typealias Start = (
    DNSServiceLibrary, UnsafeMutablePointer<DNSServiceRef?>, UnsafeMutableRawPointer
  ) -> Int32

  private let library: DNSServiceLibrary
  private let queue = ReplyQueue()
  private let reference: DNSServiceRef

  init(_ start: Start) throws(DiscoveryError) {
    guard let library = DNSServiceLibrary.shared else { throw .noLibrary }
    self.library = library
    var reference: DNSServiceRef?
    let code = unsafe start(library, &reference, queue.context)
    guard code == kDNSServiceErr_NoError, let reference = unsafe reference else {
      throw DaemonStatus.now().error(code: code)
    }
    unsafe self.reference = reference
  }

  deinit { unsafe library.deallocate(reference) }

  /// Readable when `process()` has something to do.
  var descriptor: Int32 { unsafe library.descriptor(reference) }

  var hasReplies: Bool { !queue.replies.isEmpty }

  func takeReplies() -> [Reply] { queue.take() }

  /// Runs the callbacks for replies that have come; blocks unless `descriptor` is readable.
  func process() {
    let code = unsafe library.processResult(reference)
    if code != kDNSServiceErr_NoError { queue.put(.failed(code: code)) }
  }
}
