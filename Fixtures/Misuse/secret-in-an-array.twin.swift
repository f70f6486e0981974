import Pad

func collect() -> Int {
  let secret: SecretBytes? = SecretBytes(count: 1)
  return secret == nil ? 0 : 1
}
