import Pad

func length(_ secret: borrowing SecretBytes) -> Int {
  secret.withBytes { $0.count }
}
