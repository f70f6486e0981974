package import System

/// A camera that looks at codes on another screen.
package final class CodeCamera {
  /// Opens a device of this computer, by its path.
  package typealias Opening = @Sendable (String) throws(SystemError) -> any CaptureDevice

  static let mostDevices = 64
  /// How many waits in a row may bring no picture, or a bad one, before the camera is given up.
  static let patience = 100
  private static let milliseconds = 100

  private let device: any CaptureDevice
  private let layout: GrayLayout
  private var failures = 0

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

  /// Starts the first camera of this computer whose pictures are understood. One that is in use, or
  /// that fails, ends the search: the next may see something else, or only heat.
  package static func first(_ open: Opening) throws(QRError) -> CodeCamera {
    var failure = QRError.noCamera
    for number in 0..<mostDevices {
      do throws(QRError) { return try camera("/dev/video\(number)", open) } catch {
        switch error {
        // Many cameras have a second device, which sends no pictures.
        case .noCamera: continue
        case .noPictureFormat: failure = error
        default: throw error
        }
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
      _ = try device.next(milliseconds: CodeCamera.milliseconds) { picture, isDamaged in
        if !isDamaged { gray = layout.gray(picture) }
      }
    } catch { throw .camera(error) }
    failures = gray == nil ? failures + 1 : 0
    if failures >= CodeCamera.patience { throw .cameraSilent(device.name) }
    return gray
  }
}
