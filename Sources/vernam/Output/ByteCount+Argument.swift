internal import ArgumentParser
internal import Wording

extension ByteCount: ExpressibleByArgument {
  init?(argument: String) { self.init(argument) }
}
