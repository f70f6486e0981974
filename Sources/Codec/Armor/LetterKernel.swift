// The loops for every letter of a large message, and the only raw pointers here. Four blocks are 65
// bytes of data, 104 letters for it and 16 for checks, and two lines of text.

/// Data to letters and back, four blocks at a time.
@safe enum LetterKernel {
  /// Bytes of data in four blocks.
  static let dataBytes = 65
  /// Characters of four blocks as they are written.
  static let textBytes = 4 * blockCharacters
  /// Characters of a block: six groups of five letters, each followed by one character.
  static let blockCharacters = 36
  /// How far loads and stores may go past the data.
  static let slack = 8

  private static let pairs = ReedSolomon.dataCount / 2

  /// The text of all whole groups of four blocks; data left over is ignored.
  static func encode(_ data: [UInt8]) -> [UInt8] {
    let fours = data.count / dataBytes
    // The last loads would go past the end, so they read from a longer copy.
    let padded = data + [UInt8](repeating: 0, count: slack)
    return unsafe [UInt8](unsafeUninitializedCapacity: fours * textBytes) { text, count in
      unsafe padded.withUnsafeBytes { data in
        unsafe ReedSolomon.pairChecks.withUnsafeBufferPointer { checks in
          unsafe Base32.letters.withUnsafeBufferPointer { letters in
            for four in 0..<fours {
              for block in 0..<4 {
                unsafe encode(
                  data.baseAddress! + four * dataBytes, firstBit: block * Armor.blockBitCount,
                  to: text.baseAddress! + four * textBytes + block * blockCharacters,
                  checks.baseAddress!, letters.baseAddress!)
              }
              unsafe text[four * textBytes + 2 * blockCharacters - 1] = UInt8(ascii: "\n")
              unsafe text[four * textBytes + 4 * blockCharacters - 1] = UInt8(ascii: "\n")
            }
          }
        }
      }
      count = fours * textBytes
    }
  }

  @inline(__always)
  private static func encode(
    _ data: UnsafeRawPointer, firstBit: Int, to text: UnsafeMutablePointer<UInt8>,
    _ checks: UnsafePointer<UInt32>, _ letters: UnsafePointer<UInt8>
  ) {
    var sum: UInt32 = 0
    for pair in 0..<pairs {
      let bit = firstBit + 10 * pair
      let word = unsafe UInt64(
        bigEndian: data.loadUnaligned(fromByteOffset: bit >> 3, as: UInt64.self))
      let value = Int((word << UInt64(bit & 7)) >> 54)
      unsafe sum ^= checks[pair << 10 | value]
      let (first, second) = (2 * pair, 2 * pair + 1)
      unsafe text[first + first / 5] = letters[value >> 5]
      unsafe text[second + second / 5] = letters[value & 31]
    }
    for check in 0..<ReedSolomon.checkCount {
      let place = ReedSolomon.dataCount + check
      unsafe text[place + place / 5] = letters[Int(sum >> UInt32(8 * check) & 31)]
    }
    for group in 1...6 { unsafe text[6 * group - 1] = UInt8(ascii: " ") }
  }

  /// Decodes the groups of four blocks at the head of `text` that are as written, without a wrong
  /// letter, and appends their data. Returns how many there were, at most `most`.
  static func decode(_ text: Span<UInt8>, most: Int, to data: inout [UInt8]) -> Int {
    let fours = min(most, text.count / textBytes)
    if fours == 0 { return 0 }
    var done = 0
    let found = unsafe [UInt8](unsafeUninitializedCapacity: fours * dataBytes + slack) {
      data, count in
      unsafe text.withUnsafeBufferPointer { text in
        unsafe ReedSolomon.readLetters.withUnsafeBufferPointer { letters in
          unsafe Base32.values.withUnsafeBufferPointer { values in
            while done < fours {
              let isSound = unsafe decode(
                text.baseAddress! + done * textBytes,
                to: UnsafeMutableRawPointer(data.baseAddress! + done * dataBytes),
                letters.baseAddress!, values.baseAddress!)
              if !isSound { break }
              done += 1
            }
          }
        }
      }
      count = done * dataBytes
    }
    data += found
    return done
  }

  /// 104 letters of data as 65 bytes: thirteen times eight letters.
  @inline(__always)
  private static func decode(
    _ text: UnsafePointer<UInt8>, to data: UnsafeMutableRawPointer,
    _ letters: UnsafePointer<UInt64>, _ values: UnsafePointer<UInt8>
  ) -> Bool {
    var bits: UInt64 = 0
    var bitCount = 0
    var byte = 0
    // The lower half has the checks of the letters, the upper half tells letters from other bytes.
    var (sum, all): (UInt64, UInt64) = (0, 0)

    @inline(__always)
    func take(_ value: UInt64, _ count: Int) {
      bits = bits << UInt64(count) | value
      bitCount += count
      if bitCount < 40 { return }
      bitCount -= 40
      // Three bytes too many, which the next store overwrites.
      let five = (bits >> UInt64(bitCount)) << 24
      unsafe data.storeBytes(of: five.bigEndian, toByteOffset: byte, as: UInt64.self)
      byte += 5
    }

    for block in 0..<4 {
      let block = unsafe text + block * blockCharacters
      (sum, all) = (0, 0)
      var isSpaced = true
      // No division per letter: five letters and a separator, five times, and one more letter.
      for group in 0..<5 {
        let five = unsafe block + 6 * group
        let entries = unsafe letters + group * (5 << 8)
        let first = unsafe entries[Int(five[0])]
        let second = unsafe entries[1 << 8 | Int(five[1])]
        let third = unsafe entries[2 << 8 | Int(five[2])]
        let fourth = unsafe entries[3 << 8 | Int(five[3])]
        let fifth = unsafe entries[4 << 8 | Int(five[4])]
        sum ^= first ^ second ^ third ^ fourth ^ fifth
        all |= first | second | third | fourth | fifth
        let high = (first >> 32) << 20 | (second >> 32) << 15 | (third >> 32) << 10
        take(high | (fourth >> 32) << 5 | fifth >> 32, 25)
        isSpaced = unsafe isSpaced && ArmorWords.isWhite(five[5])
      }
      let last = unsafe letters[25 << 8 | Int(block[30])]
      sum ^= last
      all |= last
      take(last >> 32, 5)
      var expected: UInt32 = 0
      for check in 0..<ReedSolomon.checkCount {
        let value = unsafe values[Int(block[31 + check])]
        all |= UInt64(value) << 32
        expected |= UInt32(value & 31) << UInt32(8 * check)
      }
      guard unsafe isSpaced && ArmorWords.isWhite(block[35]), (all >> 32) <= 31,
        UInt32(truncatingIfNeeded: sum) == expected
      else { return false }
    }
    return true
  }
}
