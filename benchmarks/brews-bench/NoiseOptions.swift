internal import BrewsCLI

/// Options about noise that several benchmarks share.
extension Arguments {
    /// The signal-to-noise ratios of `--snr`, in dB.
    ///
    /// - Throws: `CLIError.usage` for anything but whole decibels, and where there is no noise that they could be of.
    func noiseRatios() throws(CLIError) -> [Int] {
        let ratios = try values("snr").map { text throws(CLIError) in
            guard let ratio = Int(text), (-20...60).contains(ratio) else {
                throw .usage("--snr takes whole decibels from -20 to 60, not '\(text)'")
            }
            return ratio
        }
        guard ratios.isEmpty || has("noise") else { throw .usage("--snr needs --noise FILE") }
        return ratios
    }
}
