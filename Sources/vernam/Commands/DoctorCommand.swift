internal import ArgumentParser
internal import Doctor

struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check this computer for problems.",
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
        bad == 1 ? "found one serious problem" : "found \(bad) serious problems",
        hint: "do what the hint under each \"bad\" line says", code: .vault)
    }
  }
}
