import Testing

@testable import Discovery

@Suite("Offers")
struct OfferTests {
  @Test(
    "Exactly one of two offers listens: the one that sorts lower by bytes",
    arguments: [
      ("amber-otter-1", "birch-otter-1"), ("amber", "amber-otter"), ("otter-10", "otter-9"),
      ("Zebra", "amber"), ("zebra", "\u{E9}cho"), ("otter-1", "otter-1 #2"),
    ])
  func tie(lower: String, higher: String) {
    let (lower, higher) = (Offer(name: lower), Offer(name: higher))
    #expect(lower.listens(with: higher))
    #expect(!higher.listens(with: lower))
  }

  @Test("Names with the same text in different bytes are two offers")
  func bytesDecide() {
    #expect("\u{E9}" == "e\u{301}")
    #expect(Offer(name: "\u{E9}") != Offer(name: "e\u{301}"))
  }

  @Test(
    "A name reaches the terminal as printable ASCII only, and no two look alike",
    arguments: [
      ("amber-otter-417 #2", "amber-otter-417 #2"),
      ("amber-otter-417 ", #"amber-otter-417\u{20}"#), (" amber", #"\u{20}amber"#),
      ("amber  otter", #"amber\u{20}\u{20}otter"#),
      ("\u{1B}[2Jgone", #"\u{1B}[2Jgone"#),
      ("a\r\nb\u{7F}\u{9B}c\0", #"a\u{D}\u{A}b\u{7F}\u{9B}c\u{0}"#),
      ("\u{202E}egg\u{2066}\u{200F}", #"\u{202E}egg\u{2066}\u{200F}"#),
      ("\u{430}mber", #"\u{430}mber"#),
      (#"hint: run "x""#, #"hint\u{3A} run \u{22}x\u{22}"#),
      (#"\u{1B}"#, #"\\u{1B}"#),
      ("", ""),
    ])
  func escape(name: String, shown: String) {
    #expect(Offer(name: name).displayName == shown)
  }
}
