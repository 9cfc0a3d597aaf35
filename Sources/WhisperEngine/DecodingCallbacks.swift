internal import CWhisper
internal import PlatformSupport
internal import Synchronization

/// The callbacks during decoding: abort, the limit on the number of tokens, and the preference for a vocabulary.
///
/// The library calls them on its own threads; everything here is constant except the atomic flags.
final class DecodingCallbacks: Sendable {
    let abort: AbortFlag
    private let limit: Int
    private let model: WhisperModel
    private let endOfText: Int
    private let vocabulary: Int
    private let bias: PhraseBias?
    private let isChecked = Atomic(false)
    private let isFaulty = Atomic(false)

    /// Most tokens that can be judged. Where more are as likely, the model has heard no word that could be preferred.
    private static let mostRelevant = 5_000

    init(abort: AbortFlag, limit: Int, model: WhisperModel, bias: PhraseBias?) {
        self.abort = abort
        self.limit = limit
        self.model = model
        self.bias = bias
        endOfText = Int(model.library.endOfText(model.context))
        vocabulary = Int(model.library.vocabularySize(model.context))
    }

    /// Whether the decoder's first logits were no infinities and not all equal. Weights that were never loaded give
    /// equal ones, and damaged ones often infinities.
    var isOutputValid: Bool { isChecked.load(ordering: .relaxed) && !isFaulty.load(ordering: .relaxed) }

    /// Registers the callbacks. The caller keeps `self` alive until the library has returned.
    func install(in parameters: inout whisper_full_params) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        parameters.abort_callback = { context in context.map { DecodingCallbacks.at($0).abort.isRaised } ?? false }
        parameters.abort_callback_user_data = context
        parameters.encoder_begin_callback = { _, _, context in
            context.map { !DecodingCallbacks.at($0).abort.isRaised } ?? true
        }
        parameters.encoder_begin_callback_user_data = context
        parameters.logits_filter_callback = { _, _, tokens, count, logits, context in
            guard let logits, let context else { return }
            DecodingCallbacks.at(context).filter(logits, UnsafeBufferPointer(start: tokens, count: Int(count)))
        }
        parameters.logits_filter_callback_user_data = context
    }

    private static func at(_ context: UnsafeMutableRawPointer) -> DecodingCallbacks {
        Unmanaged<DecodingCallbacks>.fromOpaque(context).takeUnretainedValue()
    }

    private func filter(_ logits: UnsafeMutablePointer<Float>, _ tokens: UnsafeBufferPointer<whisper_token_data>) {
        if !isChecked.exchange(true, ordering: .relaxed) { check(logits) }
        // Leaves only the end-of-text token. The library's own limit ends a text without that token, and its word
        // timing then reads beyond its buffers.
        guard tokens.count < limit, !abort.isRaised else {
            for token in 0..<vocabulary where token != endOfText { logits[token] = -.infinity }
            return
        }
        if let bias { prefer(bias, logits, tokens) }
    }

    /// Checks the first logits. The library has excluded some special tokens from them already.
    private func check(_ logits: UnsafeMutablePointer<Float>) {
        let text = UnsafeBufferPointer(start: logits, count: endOfText)
        let finite = text.lazy.filter(\.isFinite)
        let isSound =
            finite.count > endOfText / 2 && !text.contains { $0.isNaN || $0 == .infinity }
            && finite.contains { $0 != text.first(where: \.isFinite) }
        if !isSound { isFaulty.store(true, ordering: .relaxed) }
    }

    /// Subtracts the penalties of the tokens that could be chosen.
    private func prefer(
        _ bias: PhraseBias, _ logits: UnsafeMutablePointer<Float>, _ tokens: UnsafeBufferPointer<whisper_token_data>
    ) {
        var text = PhraseBias.Reading()
        for token in tokens where token.id < endOfText {
            bias.read(model.bytes(of: token.id), &text)
        }
        var best = -Float.infinity
        for token in 0...endOfText { best = max(best, logits[token]) }
        // Below it, the preference cannot make a token the best one.
        let least = best - bias.largestPenalty
        let relevant = (0..<endOfText).filter { logits[$0] > least }
        guard relevant.count <= Self.mostRelevant else { return }
        for token in relevant {
            var longer = text
            bias.read(model.bytes(of: Int32(token)), &longer)
            logits[token] -= longer.penalty - text.penalty
        }
        var ended = text
        bias.endWord(&ended)
        logits[endOfText] -= ended.penalty - text.penalty
    }
}
