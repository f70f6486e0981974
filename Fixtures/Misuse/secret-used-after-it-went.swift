// expect: 'secret' used after consume
import Pad

func length(_ secret: consuming SecretBytes) -> Int {
  let slice = PadSlice(secret)
  return slice.capacity + secret.count
}
