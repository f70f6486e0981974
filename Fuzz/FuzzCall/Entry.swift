internal import ExchangeFuzzTargets

/// The function that libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  ExchangeFuzzTarget.call.runAndWait(Array(UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}
