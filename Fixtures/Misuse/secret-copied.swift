// expect: 'secret' is borrowed and cannot be consumed
import Pad

func copy(_ secret: borrowing SecretBytes) -> SecretBytes {
  let copy = secret
  return copy
}
