import Pad

func length(_ secret: consuming SecretBytes) -> Int {
  let count = secret.count
  let source = SecretSource(secret)
  return source.count + count
}
