import Glibc
import System
import Testing

@Suite("Signals that are remembered")
struct EndingSignalsTests {
  @Test("The last of those who remembered lets them end the program, and none before")
  func nested() async {
    await #expect(processExitsWith: .exitCode(3)) {
      EndingSignals.remember()
      EndingSignals.remember()
      kill(getpid(), SIGTERM)
      // It comes to a thread that does not block it.
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
      sleep(10)
      exit(1)
    }
  }

  @Test("One that came when all was done came too late")
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

  @Test("One that was ignored stays so, as under nohup")
  func ignored() async {
    await #expect(processExitsWith: .exitCode(3)) {
      signal(SIGHUP, SIG_IGN)
      EndingSignals.remember()
      kill(getpid(), SIGHUP)
      usleep(100_000)
      if EndingSignals.cameIn { exit(1) }
      EndingSignals.release()
      kill(getpid(), SIGHUP)
      usleep(100_000)
      exit(3)
    }
  }

  @Test("None that came is none, also before and after")
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
