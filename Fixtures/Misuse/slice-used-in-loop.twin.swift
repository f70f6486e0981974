import Pad

func encrypt(_ bytes: borrowing SecretBytes, _ text: inout SecretBytes) {
  for _ in 0..<2 {
    let slice = PadSlice(bytes.withBytes { SecretBytes(copying: $0) })
    slice.combine(with: &text)
  }
}
