/// What every frame has to pass while material is made of it. The gate has seen the first ones only.
struct FrameWatch: ~Copyable {
  /// The costly judgements are made once for so many samples, and again at once after a failure.
  static let period = 1 << 18
  /// The costliest, for a block transform, takes its time so many times more rarely.
  private static let rarity = 64

  private let bound: Bound
  private let interval: Int
  private var framesLeft: Int
  /// Samples between two looks for a block transform, and those that are left.
  private let longPeriod: Int
  private var samplesLeft = 0
  private var known = KnownFrames()
  private var recent: RecentFrames
  private var stretches: KnownStretches
  /// The values that the gate's frames had.
  private let values: ClosedRange<Int>
  /// The latest two frames, where they were not judged for a block transform.
  private var waiting: (Frame, Frame)?
  /// Whether an objection is to frames before this one, too, which were taken.
  private(set) var isLate = false

  /// `judged` are the frames that the bound is of. `period` is less for tests only.
  init(_ bound: Bound, of judged: [Frame], period: Int = FrameWatch.period) {
    let shape = judged[0].shape
    self.bound = bound
    values = SampleRange(judged).extremes
    interval = max(1, period / shape.count)
    framesLeft = interval
    longPeriod = FrameWatch.rarity * period
    recent = RecentFrames(shape: shape, entropy: bound.entropy)
    stretches = KnownStretches(credited: bound.credited)
  }

  /// What is wrong with the next frame, nil where nothing is.
  mutating func objection(to frame: Frame, after previous: Frame?) -> String? {
    isLate = false
    let isKnown = known.remember(frame) != nil
    let isOld = recent.remember(frame) != nil
    let isRepeated = stretches.repeatedPart(of: frame) != nil
    if isKnown { return "a frame came twice" }
    if isOld { return "an old frame came again, with changes" }
    if isRepeated { return "parts of a frame came before" }
    guard let previous else { return nil }
    let pair = FramePair(previous, frame)
    if pair.plainEntropy < bound.entropy { return "two frames tie too often" }
    framesLeft -= 1
    let isSeen = framesLeft <= 0 && samplesLeft <= 0
    let objection = framesLeft > 0 ? nil : judge(previous, frame, pair)
    if objection == nil { waiting = isSeen ? nil : (previous, frame) }
    return objection
  }

  /// What is wrong with the last frames, once there are no more.
  mutating func lastObjection() -> String? {
    guard let (previous, frame) = waiting else { return nil }
    samplesLeft = 0
    return judge(previous, frame, FramePair(previous, frame))
  }

  private mutating func judge(_ previous: Frame, _ frame: Frame, _ pair: FramePair) -> String? {
    isLate = true
    do throws(EntropyError) {
      if samplesLeft <= 0 { try BlockTransform([previous, frame]).check() }
      isLate = interval > 1
      try SampleRange([frame], known: values).check()
      try LowBitParities([frame]).check()
      // One pair says less than the gate's, and there is no end of pairs.
      _ = try TieCorrelation([previous, frame], [pair]).check(errors: 6)
    } catch { return error.description }
    framesLeft = interval
    samplesLeft = (samplesLeft > 0 ? samplesLeft : longPeriod) - interval * frame.shape.count
    return nil
  }
}
