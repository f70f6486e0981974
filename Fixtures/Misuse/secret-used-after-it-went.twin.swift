import Pad

func length(_ secret: consuming SecretBytes) -> Int {
  let count = secret.count
  let slice = PadSlice(secret)
  return slice.capacity + count
}
