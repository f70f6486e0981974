internal import System

/// A check whether frames were decoded from JPEG or video. Coders round the cosine transforms of
/// blocks to multiples of a step, and what is decoded still shows it: the samples look noisy, but
/// hold no more than the short file did.
///
/// 1. JPEG has blocks of 8 by 8 samples and a step for each frequency, the same in all frames. H.264,
///    HEVC and VP9 have blocks of 4 to 32 samples a side, and in most streams one step for all
///    frequencies: a single frame shows it, if it was not predicted from others.
/// 2. All positions of the grid are tried: frames may have been cropped.
/// 3. Only frequencies that run both across and down are examined: rows and columns have noise of
///    their own.
/// 4. Defects that jump by the same amount make steps as well, but at every position of the grid.
struct BlockTransform {
  /// The most frames that are examined for JPEG and for video, the first and the last among them.
  private static let most = (jpeg: 256, video: 4)
  /// Blocks of all frames for JPEG, and sizes of each frame for video, for each position of the grid.
  private static let blocks = 4096
  private static let sizes = 1 << 14
  /// The fewest frequencies in steps that count as JPEG.
  private static let fewest = 6
  /// The least excess that counts as video, in standard errors: at the best of up to 1024 positions,
  /// and relative to the median one.
  private static let least = 8.0
  private static let contrast = 3.0

  private let frames: [Frame]
  private let shape: FrameShape
  private let scale: Float

  init(_ frames: [Frame]) {
    self.frames = BlockTransform.spread(frames, most: BlockTransform.most.jpeg)
    shape = frames.first?.shape ?? FrameShape(width: 0, height: 0, bits: 8)
    scale = frames.first.map(StepCounts.scale) ?? 1
  }

  private static func spread(_ frames: [Frame], most: Int) -> [Frame] {
    let count = min(frames.count, most)
    return (0..<count).map { frames[$0 * (frames.count - 1) / max(1, count - 1)] }
  }

  /// How many frames have enough blocks, if pairs of them are compared.
  static func frameCount(of shape: FrameShape) -> Int {
    let all = shape.corners(side: 8, most: blocks).count
    return all == 0 || all == blocks ? 1 : min(most.jpeg, 2 * (blocks / all))
  }

  func check() throws(EntropyError) {
    try checkPicture()
    try checkVideo()
  }

  /// Throws if, at one position of the grid, at least six frequencies come in steps, and more than
  /// twice as many as at the median position.
  func checkPicture() throws(EntropyError) {
    for found in [frequencies(), frequenciesOfDifferences()] {
      let (median, greatest) = (found.sorted()[found.count / 2], found.max() ?? 0)
      if greatest >= BlockTransform.fewest, greatest > 2 * median {
        throw .blockTransform(frequencies: greatest)
      }
    }
  }

  /// Throws if all frequencies together come in steps, at one position of the grid of one frame.
  func checkVideo() throws(EntropyError) {
    for side in [4, 8, 16, 32] { try check(CosineTransform(side: side)) }
  }

  /// How many frequencies of JPEG come in steps, for each position of the grid.
  func frequencies() -> [Int] {
    // Each block in one frame only: a fixed pattern would count as often as there are frames.
    let all = shape.corners(side: 8, most: BlockTransform.blocks)
    let corners = frames.indices.map { number in
      stride(from: number, to: all.count, by: frames.count).map { all[$0] }
    }
    return frequencies(frames, corners)
  }

  /// The same in the differences of frames, if these are small and have few blocks. Differences of
  /// multiples are multiples as well, and have no fixed pattern: each block may count several times.
  private func frequenciesOfDifferences() -> [Int] {
    let corners = shape.corners(side: 8, most: BlockTransform.blocks)
    if corners.isEmpty || corners.count == BlockTransform.blocks { return [0] }
    let pairs = stride(from: 1, to: frames.count, by: 2).prefix(
      BlockTransform.blocks / corners.count)
    let differences = pairs.map { frames[$0].less(frames[$0 - 1]) }
    return frequencies(differences, differences.map { _ in corners })
  }

  private func frequencies(_ frames: [Frame], _ corners: [[Int]]) -> [Int] {
    let transform = CosineTransform(side: 8)
    return eachColumn(of: 8) { left in
      var counts = StepCounts(rows: 8 * 49)
      for (frame, corners) in zip(frames, corners) {
        transform.forEach(corners, left: left, frame) { top, v, u, sizes in
          counts.add(sizes * scale, to: top * 49 + v * 7 + u - 8)
        }
      }
      return (0..<8).map { top in (0..<49).count { counts.areInSteps(top * 49 + $0) } }
    }
  }

  private func check(_ transform: CosineTransform) throws(EntropyError) {
    for frame in BlockTransform.spread(frames, most: BlockTransform.most.video) {
      let excesses = excesses(transform, frame).sorted()
      if let greatest = excesses.last, greatest > BlockTransform.least,
        greatest > BlockTransform.contrast * excesses[excesses.count / 2]
      {
        throw .codedFrame(side: transform.side)
      }
    }
  }

  /// For each position of the grid, the greatest excess of any step.
  private func excesses(_ transform: CosineTransform, _ frame: Frame) -> [Double] {
    let places = transform.side * transform.side
    let corners = shape.corners(side: transform.side, most: BlockTransform.sizes / places)
    if corners.isEmpty { return [] }
    return eachColumn(of: transform.side) { left in
      var counts = StepCounts(rows: transform.side)
      transform.forEach(corners, left: left, frame) { top, _, _, sizes in
        counts.add(sizes * scale, to: top)
      }
      return (0..<transform.side).map(counts.excess)
    }
  }

  /// What is found at each position of the grid, if `body` looks at those of one column. Both
  /// processors work: nothing else takes as long.
  private func eachColumn<Found>(of side: Int, _ body: (Int) -> [Found]) -> [Found] {
    var (near, far): ([Found], [Found]) = ([], [])
    inParallel(
      { near = (0..<side / 2).flatMap(body) },
      { far = (side / 2..<side).flatMap(body) })
    return near + far
  }
}

extension FrameShape {
  /// Where at most so many blocks begin, with room to move by their side less one both ways: one per
  /// stretch of the frame, not at the same place in all.
  fileprivate func corners(side: Int, most: Int) -> [Int] {
    let (across, down) = ((width - side + 1) / side, (height - side + 1) / side)
    let total = max(0, across) * max(0, down)
    let count = min(total, most)
    return (0..<count).map { place in
      let scattered = (UInt64(place) &* 0x9e37_79b9_7f4a_7c15) >> 33
      let block = place * total / count + Int(scattered) % (total / count)
      return (block / across * width + block % across) * side
    }
  }
}
