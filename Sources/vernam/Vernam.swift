internal import ArgumentParser
internal import Crypto
internal import NIOPosix
@main struct Vernam: ParsableCommand { mutating func run() { print("x") } }
