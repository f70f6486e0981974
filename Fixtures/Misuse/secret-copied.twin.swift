import Pad

func copy(_ secret: borrowing SecretBytes) -> SecretBytes {
  let copy = secret.withBytes { SecretBytes(copying: $0) }
  return copy
}
