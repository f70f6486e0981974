import Glibc
import System
import Testing

@Suite("Remembered signals")
struct EndingSignalsTests {
  @Test("They end the program again once the last caller has released them, and not before")
  func nested() async {
    await #expect(processExitsWith: .exitCode(3)) {
      EndingSignals.remember()
      EndingSignals.remember()
      kill(getpid(), SIGTERM)
      // The signal goes to a thread that does not block it.
      while !EndingSignals.cameIn { usleep(1000) }
      EndingSignals.release()
      exit(EndingSignals.cameIn ? 3 : 1)
    }
    await #expect(processExitsWith: .signal(SIGTERM)) {
      EndingSignals.remember()
      EndingSignals.remember()
      EndingSignals.release()
      kill(getpid(), SIGTERM)
      while !EndingSignals.cameIn { usleep(1000) }
      EndingSignals.release()
      exit(1)
    }
  }

  @Test("A second one ends the program at once")
  func second() async {
    await #expect(processExitsWith: .signal(SIGINT)) {
      EndingSignals.remember()
      EndingSignals.remember()
      kill(getpid(), SIGINT)
      while !EndingSignals.cameIn { usleep(1000) }
      kill(getpid(), SIGINT)
      sleep(120)
      exit(1)
    }
  }

  @Test("One that came after all was done came too late")
  func disregarded() async {
    await #expect(processExitsWith: .exitCode(3)) {
      EndingSignals.remember()
      kill(getpid(), SIGINT)
      while !EndingSignals.cameIn { usleep(1000) }
      EndingSignals.disregard()
      EndingSignals.release()
      exit(EndingSignals.cameIn ? 1 : 3)
    }
  }

  @Test("One that was ignored stays ignored, as under nohup")
  func ignored() async {
    await #expect(processExitsWith: .exitCode(3)) {
      signal(SIGHUP, SIG_IGN)
      EndingSignals.remember()
      // What is ignored is dropped when it is sent.
      kill(getpid(), SIGHUP)
      if EndingSignals.cameIn { exit(1) }
      EndingSignals.release()
      kill(getpid(), SIGHUP)
      exit(3)
    }
  }

  @Test("If none came, none is reported, before or after")
  func none() async {
    await #expect(processExitsWith: .exitCode(3)) {
      guard !EndingSignals.cameIn else { exit(1) }
      EndingSignals.remember()
      EndingSignals.release()
      EndingSignals.remember()
      EndingSignals.release()
      exit(EndingSignals.cameIn ? 2 : 3)
    }
  }
}
