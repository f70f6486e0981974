/// The compatibility forms of Unicode whose NFKC form (UAX #15) is ASCII, by rule for the runs and
/// by table for the rest; only letters and digits in the results matter here.
enum CompatibilityForms {
  /// The lower-case ASCII letters and digits that `scalar` stands for, nil if there are none.
  static func ascii(_ scalar: UInt32) -> [UInt8]? {
    if let run = runs.first(where: { $0.scalars.contains(scalar) }) {
      let index = Int(scalar - run.scalars.lowerBound)
      return forms[run.first + index % run.period]
    }
    return irregular[scalar]
  }

  private struct Run {
    let scalars: ClosedRange<UInt32>
    /// The index in `forms` of what the first scalar stands for.
    let first: Int
    /// After how many scalars the forms repeat.
    let period: Int
  }

  /// The letters are at 0, the digits at 26, and the numbers from 10 on after them.
  private static let forms =
    "abcdefghijklmnopqrstuvwxyz".utf8.map { [$0] } + (0...50).map { [UInt8]("\($0)".utf8) }

  private static let runs = [
    Run(scalars: 0x2074...0x2079, first: 30, period: 6),
    Run(scalars: 0x2080...0x2089, first: 26, period: 10),
    // Circled, parenthesized and with a full stop: 1 to 20 each.
    Run(scalars: 0x2460...0x249B, first: 27, period: 20),
    Run(scalars: 0x249C...0x24E9, first: 0, period: 26),
    Run(scalars: 0x3251...0x325F, first: 47, period: 15),
    Run(scalars: 0x32B1...0x32BF, first: 62, period: 15),
    // Mathematical letters in thirteen styles, and digits in five.
    Run(scalars: 0x1D400...0x1D6A3, first: 0, period: 26),
    Run(scalars: 0x1D7CE...0x1D7FF, first: 26, period: 10),
    Run(scalars: 0x1F101...0x1F10A, first: 26, period: 10),
    Run(scalars: 0x1F110...0x1F129, first: 0, period: 26),
    Run(scalars: 0x1F130...0x1F149, first: 0, period: 26),
    Run(scalars: 0x1FBF0...0x1FBF9, first: 26, period: 10),
  ]

  private static let irregular: [UInt32: [UInt8]] = {
    var table: [UInt32: [UInt8]] = [:]
    for (ascii, scalars) in rows {
      for scalar in scalars.unicodeScalars { table[scalar.value] = [UInt8](ascii.utf8) }
    }
    return table
  }()

  /// Superscripts, letter-like signs, Roman numerals and ligatures. The sign for kelvin is
  /// escaped because editors turn it into a plain K.
  private static let rows = [
    ("0", "⁰⓪🄀"), ("1", "¹"), ("2", "²"), ("3", "³"), ("a", "ªᴬᵃₐ"), ("b", "ᴮᵇℬ"),
    ("c", "ᶜℂℭⅭⅽꟲ🄫"), ("d", "ᴰᵈⅅⅆⅮⅾ"), ("e", "ᴱᵉₑℯℰⅇ"), ("f", "ᶠℱꟳ"), ("g", "ᴳᵍℊ"),
    ("h", "ʰᴴₕℋℌℍℎ"), ("i", "ᴵᵢⁱℐℑℹⅈⅠⅰ"), ("j", "ʲᴶⅉⱼ"), ("k", "ᴷᵏₖ\u{212A}"), ("l", "ˡᴸₗℒℓⅬⅼ"),
    ("m", "ᴹᵐₘℳⅯⅿ"), ("n", "ᴺⁿₙℕ"), ("o", "ºᴼᵒₒℴ"), ("p", "ᴾᵖₚℙ"), ("q", "ℚꟴ𐞥"), ("r", "ʳᴿᵣℛℜℝ🄬"),
    ("s", "ſˢₛ"), ("t", "ᵀᵗₜ"), ("u", "ᵁᵘᵤ"), ("v", "ᵛᵥⅤⅴⱽ"), ("w", "ʷᵂ"), ("x", "ˣₓⅩⅹ"),
    ("y", "ʸ"), ("z", "ᶻℤℨ"), ("ff", "ﬀ"), ("fi", "ﬁ"), ("fl", "ﬂ"), ("ffi", "ﬃ"),
    ("ffl", "ﬄ"), ("st", "ﬅﬆ"), ("ij", "Ĳĳ"), ("lj", "Ǉǈǉ"), ("nj", "Ǌǋǌ"), ("dz", "Ǳǲǳ"),
    ("ii", "Ⅱⅱ"), ("iii", "Ⅲⅲ"), ("iv", "Ⅳⅳ"), ("vi", "Ⅵⅵ"), ("vii", "Ⅶⅶ"), ("viii", "Ⅷⅷ"),
    ("ix", "Ⅸⅸ"), ("xi", "Ⅺⅺ"), ("xii", "Ⅻⅻ"), ("no", "№"), ("tm", "™"), ("sm", "℠"),
    ("tel", "℡"), ("fax", "℻"),
  ]
}
