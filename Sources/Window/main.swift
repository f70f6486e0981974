internal import Discovery
internal import Glibc
internal import Pad
internal import Program
internal import System
internal import Widgets

/// GTK's main loop, as the program sees it.
struct WindowLoop: MainLoop {
  func post(_ work: @escaping @MainActor @Sendable () -> Void) { Idle.post(work) }
}

Search.silenceWarnings()
Stream.guardStandardStreams()
forbidCoreDumps()
keepFreedMemory()

let application = Application(id: "example.vernam.Window")
let status = application.run { application in
  application.style(PackageResources.style_css)
  let window = MainWindow(WindowModel(ProgramEnvironment(mainLoop: WindowLoop())))
  application.show(window.window)
  window.start()
}
exit(status)
