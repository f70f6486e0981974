internal import System

/// Frames that a camera records now, with its lens covered.
final class CameraReader: FrameReader {
  /// Frames skipped at first: a camera needs a few to apply its settings.
  static let warmUp = 5
  /// Waits of 100 ms without a picture, or bad pictures in a row, that end it.
  static let patience = 100
  private static let wait = 100

  let isLive = true
  private let device: any CaptureDevice
  private let layout: RawLayout
  private let isStopped: @Sendable () -> Bool
  private var early = CameraReader.warmUp
  /// A frame not handed out yet.
  private var spare: Frame?

  var name: String { device.name }
  var shape: FrameShape? { layout.shape }

  /// Sets the camera up for noise and starts it.
  init(
    _ device: any CaptureDevice, isStopped: @escaping @Sendable () -> Bool
  ) throws(EntropyError) {
    self.device = device
    self.isStopped = isStopped
    do {
      guard try device.canStream() else { throw EntropyError.noCamera(device.name) }
      layout = try CameraReader.prepare(device)
      try device.start(pictureBytes: layout.frameBytes, isStopped: isStopped)
    } catch let error as SystemError {
      if isStopped() { throw .interrupted }
      throw .camera(error)
    } catch let error as EntropyError {
      throw error
    } catch { preconditionFailure("no other error") }
  }

  /// Reads back what the driver set: it may differ from the request.
  private static func prepare(_ device: any CaptureDevice) throws -> RawLayout {
    let known = try device.offers().compactMap { offer in
      RawFormat(pixelFormat: offer).map { (offer: offer, format: $0) }
    }
    guard let best = known.max(by: { worth($0.format) < worth($1.format) }) else {
      throw EntropyError.noRawFormat(device.name)
    }
    try device.setFormat(best.offer)
    guard let layout = RawLayout(try device.format()) else {
      throw EntropyError.noRawFormat(device.name)
    }
    // Raw cameras often leave these to another device: unsupported ones stay as they are.
    for adjustment in CaptureAdjustment.allCases { try? device.adjust(adjustment) }
    return layout
  }

  /// Beyond 12 bits the low ones are often made up; fewer bits keep less of the noise.
  private static func worth(_ format: RawFormat) -> Int {
    let order = [8, 16, 14, 10, 12]
    return (order.firstIndex(of: format.bits) ?? -1) * 2 + (format.packing == .words ? 1 : 0)
  }

  /// Never nil: a camera does not end, it fails.
  func next() throws(EntropyError) -> Frame? {
    var (waits, bad) = (0, 0)
    while true {
      if isStopped() { throw .interrupted }
      let frame = spare ?? Frame(layout.shape)
      spare = frame
      var all: UInt16?
      do {
        let came = try device.next(milliseconds: CameraReader.wait) { picture, isDamaged in
          if !isDamaged { all = unpack(picture, into: frame) }
        }
        waits = came ? 0 : waits + 1
        bad = came && all == nil ? bad + 1 : bad
      } catch { throw .camera(error) }
      if max(waits, bad) >= CameraReader.patience { throw .cameraSilent(name, isDamaged: bad > 0) }
      guard let all else { continue }
      guard Int(all) >> layout.format.bits == 0 else {
        throw .sampleTooGreat(name, maximum: (1 << layout.format.bits) - 1)
      }
      early -= 1
      if early < 0 {
        spare = nil
        return frame
      }
    }
  }

  /// The bitwise OR of all samples; nil if the picture is too short.
  private func unpack(_ picture: Span<UInt8>, into frame: Frame) -> UInt16? {
    guard picture.count >= layout.frameBytes else { return nil }
    var all: UInt16 = 0
    for row in 0..<layout.shape.height {
      let start = row * layout.stride
      let bytes = picture.extracting(start..<min(start + layout.stride, picture.count))
      all |= layout.format.unpack(bytes, row, into: frame)
    }
    return all
  }
}
