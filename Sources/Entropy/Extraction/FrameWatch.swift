internal import Primitives

/// The checks every frame must pass as it becomes material. The gate saw only the first frames.
struct FrameWatch: ~Copyable {
  /// The costly checks run once per this many samples, and again right after a failure.
  static let period = 1 << 18
  /// The costliest check, for a block transform, runs this many times less often.
  private static let rarity = 64

  private let bound: Bound
  private let interval: Int
  private var framesLeft: Int
  /// Samples between two checks for a block transform, and those left.
  private let longPeriod: Int
  private var samplesLeft = 0
  /// The digests of all frames so far: none may occur twice.
  private var known: Set<[UInt8]> = []
  private var recent: RecentFrames
  private var stretches: KnownStretches
  /// What the gate found, to compare later frames with.
  private let correlation: TieCorrelation
  /// The latest frames, as many as a check for JPEG needs.
  private var latest: [Frame] = []
  /// The latest two frames, unless they were checked for a block transform.
  private var waiting: (Frame, Frame)?
  /// Whether an objection also concerns earlier frames, which have been used.
  private(set) var isLate = false

  /// `judged` are the frames that the bound is for. `period` is smaller only in tests.
  init(_ bound: Bound, of judged: [Frame], period: Int = FrameWatch.period) {
    let shape = judged[0].shape
    self.bound = bound
    let pairs = zip(judged, judged.dropFirst()).prefix(1).map { FramePair($0, $1) }
    correlation = TieCorrelation(judged, pairs)
    interval = max(1, period / shape.count)
    framesLeft = interval
    longPeriod = FrameWatch.rarity * period
    recent = RecentFrames(shape: shape, entropy: bound.entropy)
    stretches = KnownStretches(credited: bound.credited)
  }

  /// What is wrong with the next frame; nil if nothing is.
  mutating func objection(to frame: Frame, after previous: Frame?) -> HealthFault? {
    isLate = false
    let isKnown = !known.insert(frame.withBytes { SHA256.hash($0) }).inserted
    let isOld = recent.remember(frame) != nil
    let isForetold = recent.isForetold(frame)
    let isRepeated = stretches.repeatedPart(of: frame) != nil
    if isKnown { return .repeatedFrame }
    if isOld { return .oldFrame }
    if isForetold { return .foretoldFrame }
    if isRepeated { return .repeatedParts }
    guard let previous else { return nil }
    let pair = FramePair(previous, frame)
    if pair.plainEntropy < bound.entropy { return .tiedFrames }
    latest.append(frame)
    if latest.count > BlockTransform.frameCount(of: frame.shape) { latest.removeFirst() }
    framesLeft -= 1
    let isSeen = framesLeft <= 0 && samplesLeft <= 0
    let objection = framesLeft > 0 ? nil : judge(previous, frame, pair)
    if objection == nil { waiting = isSeen ? nil : (previous, frame) }
    return objection
  }

  /// What is wrong with the last frames, once there are no more.
  mutating func lastObjection() -> HealthFault? {
    guard let (previous, frame) = waiting else { return nil }
    samplesLeft = 0
    return judge(previous, frame, FramePair(previous, frame))
  }

  private mutating func judge(_ previous: Frame, _ frame: Frame, _ pair: FramePair) -> HealthFault?
  {
    isLate = true
    do throws(EntropyError) {
      if samplesLeft <= 0 {
        // JPEG first: its blocks would pass for those of video.
        if latest.count > 1 { try BlockTransform(latest).checkPicture() }
        try BlockTransform([frame]).check()
      }
      isLate = interval > 1
      try SampleRange([frame]).check()
      try LowBitParities([frame]).check()
      // One pair says less than all the gate's, and pairs never end.
      _ = try TieCorrelation(previous, frame, pair, since: correlation).check(errors: 6)
    } catch { return .gate(error) }
    framesLeft = interval
    samplesLeft = (samplesLeft > 0 ? samplesLeft : longPeriod) - interval * frame.shape.count
    return nil
  }
}
