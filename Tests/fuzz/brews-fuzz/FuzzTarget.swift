internal import OrderFuzzing

/// libFuzzer's entry: plays the bytes, and ends the process when a rule is broken, which is what libFuzzer looks for.
///
/// - Returns: 0, as libFuzzer asks.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    do throws(FuzzedOrder.Broken) {
        try FuzzedOrder.play(UnsafeBufferPointer(start: bytes, count: count))
    } catch {
        // Unlike a precondition's, its message is printed in release builds too.
        fatalError(error.description)
    }
    return 0
}
