internal import Discovery
internal import Glibc
internal import Pad
internal import Program
internal import QR
internal import System
internal import Widgets

/// GTK's main loop, as the program sees it.
struct WindowLoop: MainLoop {
  func post(_ work: @escaping @MainActor @Sendable () -> Void) { Idle.post(work) }
}

Stream.guardStandardStreams()
Search.silenceWarnings()
forbidCoreDumps()
if CommandLine.arguments.dropFirst() == [DecoderProcess.argument] { exit(DecoderProcess.serve()) }
// GTK's copies of texts are beyond reach while it holds them; what it frees is overwritten.
keepFreedMemory()
wipeFreedMemory()
EndingSignals.remember()

let application = Application(id: "example.vernam.Window")
let status = application.run { application in
  application.style(PackageResources.style_css)
  let environment = ProgramEnvironment(
    downloads: Folders.downloads,
    makeDecoder: { () throws(QRError) in
      try DecoderProcess("/proc/self/exe", [DecoderProcess.argument])
    },
    mainLoop: WindowLoop())
  let model = WindowModel(environment)
  let window = MainWindow(model)
  let ending = WindowEnding(of: window, application)
  window.window.on(
    "close-request",
    deciding: { _ in
      ending.begin()
      return true
    })
  ending.followSignals()
  WindowLock(window).begin()
  WindowNotice(of: window, application).follow(model)
  application.show(window.window)
  window.start()
}
// A signal that came in ends the program as it would have ended a command.
EndingSignals.release()
exit(status)
