extension ReedSolomon {
  /// Corrects the 30 symbols of `block` if e of them are wrong and s illegible, with 2e + s ≤ 4.
  /// More than that is reported as damaged, or occasionally mistaken for a mendable block near by:
  /// only a check over the whole can tell.
  ///
  /// - Parameter illegible: the places, 0 ..< 30 and each once, whose symbols are not known.
  package func mend(_ block: inout [UInt8], illegible: [Int] = []) -> BlockState {
    precondition(block.count == ReedSolomon.blockCount, "a block has 30 symbols")
    if illegible.isEmpty, isCode(block) { return .clean }
    guard illegible.count <= ReedSolomon.checkCount else { return .damaged }
    let syndromes = syndromes(of: block)
    let known = illegible.map(ReedSolomon.locator)
    guard let wrong = locators(known.reduce(syndromes, annihilate)) else { return .damaged }
    guard Set(known).isDisjoint(with: wrong) else { return .damaged }
    var mended = block
    correct(&mended, syndromes, known + wrong)
    guard isCode(mended) else { return .damaged }
    block = mended
    return .mended
  }

  /// An error Y at the locator X adds Y·Xʲ to the syndrome j.
  private static func locator(_ place: Int) -> UInt8 {
    GaloisField32.power(blockCount - 1 - place)
  }

  private static func place(_ locator: UInt8) -> Int {
    blockCount - 1 - GaloisField32.logarithm(locator)
  }

  /// Removes what the error at `locator` adds to a row of syndromes; one fewer is left.
  private func annihilate(_ row: [UInt8], _ locator: UInt8) -> [UInt8] {
    zip(row.dropFirst(), row).map { $0 ^ GaloisField32.multiply(locator, $1) }
  }

  /// The locators of the fewest errors, at most half as many as there are syndromes, that explain
  /// `row` (Peterson's direct solution); nil if none do.
  private func locators(_ row: [UInt8]) -> [UInt8]? {
    if row.allSatisfy({ $0 == 0 }) { return [] }
    if let single = single(row) { return [single] }
    return row.count == 4 ? pair(row) : nil
  }

  private func single(_ row: [UInt8]) -> UInt8? {
    guard row.count >= 2, row[0] != 0, row[1] != 0 else { return nil }
    let locator = GaloisField32.divide(row[1], by: row[0])
    guard annihilate(row, locator).allSatisfy({ $0 == 0 }) else { return nil }
    return ReedSolomon.place(locator) >= 0 ? locator : nil
  }

  private func pair(_ row: [UInt8]) -> [UInt8]? {
    func minor(_ a: Int, _ b: Int, _ c: Int, _ d: Int) -> UInt8 {
      GaloisField32.multiply(row[a], row[b]) ^ GaloisField32.multiply(row[c], row[d])
    }
    let determinant = minor(1, 1, 0, 2)
    guard determinant != 0 else { return nil }
    let sum = GaloisField32.divide(minor(1, 2, 0, 3), by: determinant)
    let product = GaloisField32.divide(minor(2, 2, 1, 3), by: determinant)
    let roots = (0..<ReedSolomon.blockCount).map(ReedSolomon.locator).filter {
      GaloisField32.multiply($0, $0 ^ sum) == product
    }
    return roots.count == 2 ? roots : nil
  }

  /// With every other error annihilated, what is left of the first syndrome is the error itself
  /// times known factors.
  private func correct(_ block: inout [UInt8], _ syndromes: [UInt8], _ locators: [UInt8]) {
    for locator in locators {
      let others = locators.filter { $0 != locator }
      let rest = others.reduce(syndromes, annihilate)[0]
      let factor = others.reduce(locator) { GaloisField32.multiply($0, $1 ^ locator) }
      block[ReedSolomon.place(locator)] ^= GaloisField32.divide(rest, by: factor)
    }
  }
}
