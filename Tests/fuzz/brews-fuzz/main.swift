// Text to order, under libFuzzer or over files.
//
// `scripts/fuzz` builds it with the fuzzer (-sanitize=fuzzer -DFUZZING); then its arguments are libFuzzer's. Any other
// build makes a plain program that plays the files it is given, which is how a crash is looked at in a debugger.

internal import Foundation
internal import OrderFuzzing

#if FUZZING
    internal import CFuzzer

    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    exit(LLVMFuzzerRunDriver(&count, &arguments, fuzzOneInput))
#else
    let paths = CommandLine.arguments.dropFirst().filter { $0 != "--show" }
    let isShowing = CommandLine.arguments.contains("--show")
    guard !paths.isEmpty, !paths.contains("--help") else {
        print(
            "Usage: brews-fuzz [--show] FILE…\n\nPlays inputs of the fuzzer and says which rule an answer breaks; "
                + "with --show every turn and reply. scripts/fuzz looks for such inputs."
        )
        exit(paths.isEmpty ? 2 : 0)
    }
    var broken = 0
    for path in paths {
        guard let bytes = FileManager.default.contents(atPath: path) else {
            FileHandle.standardError.write(Data("brews-fuzz: cannot read \(path)\n".utf8))
            exit(3)
        }
        do throws(FuzzedOrder.Broken) {
            try FuzzedOrder.play(bytes) { if isShowing { print("\($0) → \($1)") } }
        } catch {
            print("\(path): \(error)")
            broken += 1
        }
    }
    print("\(paths.count) inputs, \(broken) broke a rule")
    exit(broken == 0 ? 0 : 1)
#endif
