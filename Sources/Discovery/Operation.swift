internal import CDNSSD

/// One running question to Avahi, or one registration, and its answers so far. It ends with the
/// last reference to it.
///
/// The library has a thread for each, so all calls for one are made by one thread.
@safe final class Operation {
  /// What starts one: fills in the reference, keeps the context for its callback, gives a code.
  typealias Start = (UnsafeMutablePointer<DNSServiceRef?>, UnsafeMutableRawPointer) -> Int32

  private let inbox = Inbox()
  private let reference: DNSServiceRef

  init(_ start: Start) throws(DiscoveryError) {
    var reference: DNSServiceRef?
    let code = unsafe start(&reference, inbox.context)
    guard code == kDNSServiceErr_NoError, let reference = unsafe reference else {
      throw Diagnosis.now().error(code: code)
    }
    unsafe self.reference = reference
  }

  deinit { unsafe DNSServiceRefDeallocate(reference) }

  /// Readable when `process()` has something to do.
  var descriptor: Int32 { unsafe DNSServiceRefSockFD(reference) }

  var hasReplies: Bool { !inbox.replies.isEmpty }

  func takeReplies() -> [Reply] { inbox.take() }

  /// Runs the callbacks for what has come; blocks unless `descriptor` is readable.
  func process() {
    let code = unsafe DNSServiceProcessResult(reference)
    if code != kDNSServiceErr_NoError { inbox.put(.failed(code: code)) }
  }
}
