internal import CDNSSD
internal import Glibc

/// Avahi's libdns_sd, opened when discovery begins: it loads D-Bus, systemd and others, which no
/// other command needs.
@safe struct DNSServiceLibrary: @unchecked Sendable {
  /// The file name in Debian's libavahi-compat-libdnssd1.
  private static let name = "libdns_sd.so.1"

  /// Nil if it is not installed, or lacks one of these functions.
  static let shared = DNSServiceLibrary()

  let register: DNSServiceRegisterFunction
  let browse: DNSServiceBrowseFunction
  let resolve: DNSServiceResolveFunction
  let queryRecord: DNSServiceQueryRecordFunction
  let processResult: DNSServiceProcessResultFunction
  let descriptor: DNSServiceRefSockFDFunction
  let deallocate: DNSServiceRefDeallocateFunction

  private init?() {
    guard let library = unsafe dlopen(DNSServiceLibrary.name, RTLD_NOW),
      let register: DNSServiceRegisterFunction = unsafe function("DNSServiceRegister", of: library),
      let browse: DNSServiceBrowseFunction = unsafe function("DNSServiceBrowse", of: library),
      let resolve: DNSServiceResolveFunction = unsafe function("DNSServiceResolve", of: library),
      let queryRecord: DNSServiceQueryRecordFunction = unsafe function(
        "DNSServiceQueryRecord", of: library),
      let processResult: DNSServiceProcessResultFunction = unsafe function(
        "DNSServiceProcessResult", of: library),
      let descriptor: DNSServiceRefSockFDFunction = unsafe function(
        "DNSServiceRefSockFD", of: library),
      let deallocate: DNSServiceRefDeallocateFunction = unsafe function(
        "DNSServiceRefDeallocate", of: library)
    else { return nil }
    unsafe self.register = register
    unsafe self.browse = browse
    unsafe self.resolve = resolve
    unsafe self.queryRecord = queryRecord
    unsafe self.processResult = processResult
    unsafe self.descriptor = descriptor
    unsafe self.deallocate = deallocate
  }
}

/// A function of an open library; `Function` is the type that its header declares. Nil if there is
/// none of that name.
private func function<Function>(
  _ name: String, of library: UnsafeMutableRawPointer
) -> Function? {
  guard let symbol = unsafe dlsym(library, name) else { return nil }
  return unsafe unsafeBitCast(symbol, to: Function?.self)
}
