internal import Glibc
package import System

extension SystemError {
  /// What to do about a camera whose driver refused.
  package var cameraHint: String {
    switch code {
    case ENOENT, ENODEV, ENXIO: "plug the camera in, and write camera:/dev/video0"
    case EACCES, EPERM: "run \"sudo usermod -aG video $USER\", then log in again"
    case EBUSY: "close the program that uses the camera"
    default: "unplug the camera and plug it in again, or record frames with another program"
    }
  }
}
