/// Times of tokens by dynamic time warping of their attention to the audio (Sakoe, Chiba 1978, "Dynamic Programming
/// Algorithm Optimization for Spoken Word Recognition").
enum TokenAlignment {
    private enum Step {
        case frame, token, both
    }

    /// Returns the frame after the last one of each token.
    ///
    /// - Parameters:
    ///   - attention: one row per token of `frames` values.
    ///   - frames: number of encoder states.
    static func ends(_ attention: [Float], frames: Int) -> [Int] {
        guard frames > 0, !attention.isEmpty else { return [] }
        let tokens = attention.count / frames
        let weights = normalized(attention, tokens: tokens, frames: frames)
        // The best sum of a path to this token and each frame. A step goes on by a frame, a token, or both.
        var best = [Float](repeating: 0, count: frames), steps = [Step](repeating: .frame, count: tokens * frames)
        var sum: Float = 0
        for frame in 0..<frames {
            sum += weights[frame]
            best[frame] = sum
        }
        for token in 1..<max(1, tokens) {
            var next = best
            for frame in 0..<frames {
                let stay = frame > 0 ? next[frame - 1] : -.infinity, both = frame > 0 ? best[frame - 1] : -.infinity
                let highest = max(stay, both, best[frame]), place = token * frames + frame
                steps[place] = highest == stay ? .frame : highest == both ? .both : .token
                next[frame] = highest + weights[place]
            }
            best = next
        }
        var ends = [Int](repeating: frames, count: tokens), token = tokens - 1, frame = frames - 1
        while token > 0 {
            let step = steps[token * frames + frame]
            if step != .token { frame -= 1 }
            if step != .frame {
                token -= 1
                ends[token] = frame + 1
            }
        }
        return ends
    }

    /// Returns each frame's attention over the tokens with mean 0 and variance 1, so that frames that all tokens attend
    /// to say nothing.
    private static func normalized(_ attention: [Float], tokens: Int, frames: Int) -> [Float] {
        var result = attention
        for frame in 0..<frames {
            var mean: Float = 0, square: Float = 0
            for token in 0..<tokens {
                mean += attention[token * frames + frame]
                square += attention[token * frames + frame] * attention[token * frames + frame]
            }
            mean /= Float(tokens)
            let deviation = max(1e-6, square / Float(tokens) - mean * mean).squareRoot()
            for token in 0..<tokens {
                result[token * frames + frame] = (attention[token * frames + frame] - mean) / deviation
            }
        }
        return result
    }
}
