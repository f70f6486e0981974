internal import ArgumentParser
internal import Doctor

struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Say what stands between this machine and the promises.",
    usage: "vernam doctor [<options>]",
    discussion: "Asks nothing and changes nothing.")

  @OptionGroup var options: GlobalOptions

  @Flag(help: "Print JSON.") var json = false

  func run() throws {
    let findings = try Doctor.findings(Context(options).examine())
    if json {
      try StandardOutput.line(FindingsJSON.value(findings).description)
    } else {
      try FindingText.print(findings)
    }
    let bad = findings.count { $0.level == .bad }
    if bad > 0 {
      throw Failure(
        bad == 1 ? "one thing is bad here" : "\(bad) things are bad here",
        hint: "below each \"bad\" stands what to do", code: .vault)
    }
  }
}
