// expect: lifetime-dependent value escapes its scope
import Pad

func leak(_ secret: borrowing SecretBytes) -> Int {
  let bytes: Span<UInt8> = secret.withBytes { $0 }
  return bytes.count
}
