internal import CDNSSD
internal import Glibc

/// Avahi's libdns_sd, opened when discovery begins: it loads D-Bus, systemd and others, which no
/// other command needs.
@safe struct DNSServiceLibrary: @unchecked Sendable {
  /// The file name in Debian's libavahi-compat-libdnssd1.
  private static let name = "libdns_sd.so.1"

  /// Nil if it is not installed.
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
      let register = unsafe dlsym(library, "DNSServiceRegister"),
      let browse = unsafe dlsym(library, "DNSServiceBrowse"),
      let resolve = unsafe dlsym(library, "DNSServiceResolve"),
      let queryRecord = unsafe dlsym(library, "DNSServiceQueryRecord"),
      let processResult = unsafe dlsym(library, "DNSServiceProcessResult"),
      let descriptor = unsafe dlsym(library, "DNSServiceRefSockFD"),
      let deallocate = unsafe dlsym(library, "DNSServiceRefDeallocate")
    else { return nil }
    // The types are those that dns_sd.h declares for these names.
    unsafe self.register = unsafeBitCast(register, to: DNSServiceRegisterFunction.self)
    unsafe self.browse = unsafeBitCast(browse, to: DNSServiceBrowseFunction.self)
    unsafe self.resolve = unsafeBitCast(resolve, to: DNSServiceResolveFunction.self)
    unsafe self.queryRecord = unsafeBitCast(queryRecord, to: DNSServiceQueryRecordFunction.self)
    unsafe self.processResult = unsafeBitCast(
      processResult, to: DNSServiceProcessResultFunction.self)
    unsafe self.descriptor = unsafeBitCast(descriptor, to: DNSServiceRefSockFDFunction.self)
    unsafe self.deallocate = unsafeBitCast(deallocate, to: DNSServiceRefDeallocateFunction.self)
  }
}
