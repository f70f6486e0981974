// expect: type 'SecretBytes' does not conform to protocol 'Copyable'
import Pad

func collect() -> Int {
  let secrets: [SecretBytes] = []
  return secrets.count
}
