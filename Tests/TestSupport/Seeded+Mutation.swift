internal import System

extension Seeded {
  /// Changes one place: a bit, an edge value, an end cut off or added, or a run of ones.
  package func mutate(_ input: inout [UInt8]) {
    guard !input.isEmpty else {
      input = bytes(64)
      return
    }
    let place = number(in: 0...input.count - 1)
    switch number(in: 0...4) {
    case 0: input[place] ^= 1 << UInt8(number(in: 0...7))
    case 1: input[place] = [0, 1, 0x7f, 0x80, 0xff][number(in: 0...4)]
    case 2: input.removeLast(number(in: 0...min(64, input.count)))
    case 3: input += bytes(number(in: 1...64))
    default:
      let end = min(place + number(in: 1...8), input.count)
      input.replaceSubrange(place..<end, with: [UInt8](repeating: 0xff, count: end - place))
    }
  }
}
