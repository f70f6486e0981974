// expect: instance method 'withBytes' requires that 'Span<UInt8>' conform to 'Escapable'
import Pad

func leak(_ secret: borrowing SecretBytes) -> Int {
  let bytes: Span<UInt8> = secret.withBytes { $0 }
  return bytes.count
}
