package import System

/// A camera that looks at codes on another screen.
package final class CodeCamera {
  /// Opens a device of this computer, by its path.
  package typealias Opening = @Sendable (String) throws(SystemError) -> any CaptureDevice

  private static let mostDevices = 64
  /// Waits without a picture that end it.
  static let patience = 100
  private static let milliseconds = 100

  private let device: any CaptureDevice
  private let layout: GrayLayout
  private var waits = 0

  /// Starts a camera.
  package init(_ device: any CaptureDevice) throws(QRError) {
    self.device = device
    do {
      guard try device.canStream() else { throw QRError.noCamera }
      guard let offer = GrayLayout.best(of: try device.offers()) else {
        throw QRError.noPictureFormat(camera: device.name)
      }
      try device.setFormat(offer)
      // The driver may have set another.
      guard let layout = GrayLayout(try device.format()) else {
        throw QRError.noPictureFormat(camera: device.name)
      }
      self.layout = layout
      try device.start(pictureBytes: layout.pictureBytes) { false }
    } catch let error as SystemError {
      throw .camera(error)
    } catch let error as QRError {
      throw error
    } catch { preconditionFailure("no other error") }
  }

  /// Starts the first camera of this computer whose pictures are understood.
  package static func first(_ open: Opening) throws(QRError) -> CodeCamera {
    var failure = QRError.noCamera
    for number in 0..<mostDevices {
      do throws(QRError) { return try camera("/dev/video\(number)", open) } catch {
        // Many cameras have a second device, which sends no pictures.
        if failure == .noCamera { failure = error }
      }
    }
    throw failure
  }

  private static func camera(_ path: String, _ open: Opening) throws(QRError) -> CodeCamera {
    let device: any CaptureDevice
    do throws(SystemError) { device = try open(path) } catch {
      throw error.code == SystemError.notFound ? .noCamera : .camera(error)
    }
    return try CodeCamera(device)
  }

  /// The next picture; nil if none came within a tenth of a second, or a damaged one.
  package func next() throws(QRError) -> GrayPicture? {
    var gray: GrayPicture?
    do throws(SystemError) {
      let came = try device.next(milliseconds: CodeCamera.milliseconds) { picture, isDamaged in
        if !isDamaged { gray = layout.gray(picture) }
      }
      waits = came ? 0 : waits + 1
    } catch { throw .camera(error) }
    if waits >= CodeCamera.patience { throw .cameraSilent(device.name) }
    return gray
  }
}
