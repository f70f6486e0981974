internal import Glibc
package import System

extension SystemError {
  /// One line that says what is wrong with a camera whose driver refused.
  package var cameraWhat: String { "\(path) does not work as a camera (\(call): \(reason))" }

  /// What to do about a camera whose driver refused.
  ///
  /// - Parameter absent: what to do if it is not there.
  /// - Parameter other: what to do if nothing else helps.
  package func cameraHint(absent: String, other: String) -> String {
    switch code {
    case ENOENT, ENODEV, ENXIO: absent
    case EACCES, EPERM: "run \"sudo usermod -aG video $USER\", then log in again"
    case EBUSY: "close the program that uses the camera"
    default: "unplug the camera and plug it in again, or \(other)"
    }
  }
}
