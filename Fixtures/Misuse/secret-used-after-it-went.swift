// expect: 'secret' used after consume
import Pad

func length(_ secret: consuming SecretBytes) -> Int {
  let source = SecretSource(secret)
  return source.count + secret.count
}
