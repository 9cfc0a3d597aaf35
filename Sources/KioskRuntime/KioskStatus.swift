internal import OrderSession
internal import Ordering
internal import Speech
internal import VoiceActivity

/// Counters and failures for the kiosk's health report.
struct KioskStatus {
    var isReady = false
    /// The session to whose log events are written.
    var session: String?
    var ticks = 0
    var sessions = 0
    var wakes = 0
    var orders = 0
    var results = 0
    /// Utterances that the recogniser of free speech has read.
    var freeReadings = 0
    var unspoken = 0
    var writes = 0
    var droppedWrites = 0
    var recognitionFailures = 0
    /// Faults of the microphone's signal and whether they are present.
    var faults: [String: Bool] = [:]
    /// The store's last failure; `nil` once a write has succeeded.
    var storeFailure: String?
    /// Why old data could not be deleted.
    var purgeFailure: String?
    /// Why the recogniser does not work, for the staff.
    var voiceFailure: String?
    /// The microphone's status; `nil` for inputs that have none.
    var microphone: MicrophoneStatus?
    /// Utterances with lost audio, which the guest was asked to repeat.
    var incompleteUtterances = 0
    /// Turns dropped because they were recognised too late.
    var droppedTurns = 0
    /// Calls for the staff.
    var staffCalls = 0
    var textToPreview = LatencyRecorder(capacity: 2_000)
    var audioToPreview = LatencyRecorder(capacity: 2_000)

    /// The health report.
    ///
    /// - Parameters:
    ///   - hasVoiceInput: whether the kiosk has a microphone and a recogniser.
    ///   - frames: number of frames from the microphone.
    ///   - spotterShortcoming: why there is no wake phrase; `nil` where there is one or none is wanted.
    ///   - voiceUnavailable: why guests cannot speak; `nil` where they can.
    ///   - ended: number of ended sessions by reason.
    ///   - voiceShortcoming: why the kiosk cannot speak; `nil` where no reason is known.
    ///   - isMuted: whether the staff have muted the kiosk.
    ///   - isClockSet: whether the wall clock is plausible (fault H5).
    ///   - displays: number of connected displays.
    ///   - needsStaff: whether a guest's call for the staff awaits an answer.
    func health(
        hasVoiceInput: Bool, frames: Int, spotterShortcoming: String?, voiceUnavailable: VoiceProblem?,
        ended: [SessionEndReason: Int], voiceShortcoming: String?, isMuted: Bool, isClockSet: Bool, displays: Int,
        needsStaff: Bool
    ) -> KioskHealth {
        let parts: [KioskHealth.Part] = [
            microphonePart(hasVoiceInput: hasVoiceInput),
            recognitionPart(hasVoiceInput: hasVoiceInput, voiceUnavailable, spotterShortcoming),
            isMuted ? .init(name: "speech", state: .ok, detail: "muted by staff") : speechPart(voiceShortcoming),
            storePart,
            .init(
                name: "clock", state: isClockSet ? .ok : .degraded,
                detail: isClockSet
                    ? "" : "it shows a time before this program was made; set it: the day of orders follows it"),
        ]
        var figures: [String: Double] = [
            "brews_sessions_total": Double(sessions), "brews_wakes_total": Double(wakes),
            "brews_orders_total": Double(orders), "brews_results_total": Double(results),
            "brews_free_readings_total": Double(freeReadings),
            "brews_prompts_shown_only_total": Double(unspoken), "brews_store_writes_total": Double(writes),
            "brews_store_writes_dropped_total": Double(droppedWrites),
            "brews_recognition_failures_total": Double(recognitionFailures),
            "brews_microphone_frames_total": Double(frames), "brews_displays": Double(displays),
            "brews_ready": isReady ? 1 : 0, "brews_staff_calls_total": Double(staffCalls),
        ]
        if let counters = microphone?.counters {
            figures["brews_microphone_overruns_total"] = Double(counters.overruns)
            figures["brews_microphone_losses_total"] = Double(counters.losses)
            figures["brews_microphone_stalls_total"] = Double(counters.stalls)
            figures["brews_microphone_gaps_total"] = Double(counters.gaps)
            figures["brews_microphone_dropped_samples_total"] = Double(counters.droppedSamples)
        }
        figures["brews_utterances_garbled_total"] = Double(incompleteUtterances)
        figures["brews_turns_dropped_total"] = Double(droppedTurns)
        for (reason, count) in ended { figures["brews_sessions_ended_\(reason.rawValue)_total"] = Double(count) }
        if let summary = audioToPreview.summary {
            figures["brews_audio_to_preview_p95_seconds"] = summary.p95.seconds
            figures["brews_audio_to_preview_p99_seconds"] = summary.p99.seconds
            figures["brews_audio_to_preview_max_seconds"] = summary.max.seconds
        }
        return KioskHealth(parts: parts, figures: figures, needsStaff: needsStaff)
    }

    private var storePart: KioskHealth.Part {
        if let storeFailure { return .init(name: "store", state: .failed, detail: storeFailure) }
        return .init(name: "store", state: purgeFailure == nil ? .ok : .degraded, detail: purgeFailure ?? "")
    }

    private func speechPart(_ shortcoming: String?) -> KioskHealth.Part {
        let detail = shortcoming ?? (unspoken == 0 ? "" : "\(unspoken) prompts were only shown; see: brews doctor")
        return .init(name: "speech", state: detail.isEmpty ? .ok : .degraded, detail: detail)
    }

    private func microphonePart(hasVoiceInput: Bool) -> KioskHealth.Part {
        guard hasVoiceInput else { return .init(name: "microphone", state: .degraded, detail: "not in use") }
        if case .unavailable(let fault, _) = microphone?.availability {
            return .init(name: "microphone", state: .failed, detail: "it \(fault.reason)")
        }
        let present = faults.filter(\.value).keys.sorted()
        let state: KioskHealth.Part.State =
            present.contains(SignalFault.flatLine.rawValue) ? .failed : present.isEmpty ? .ok : .degraded
        return .init(name: "microphone", state: state, detail: present.joined(separator: ", "))
    }

    private func recognitionPart(hasVoiceInput: Bool, _ voiceUnavailable: VoiceProblem?, _ spotterShortcoming: String?)
        -> KioskHealth.Part
    {
        if let voiceFailure { return .init(name: "recognition", state: .failed, detail: voiceFailure) }
        if let voiceUnavailable, voiceUnavailable == .starting {
            return .init(name: "recognition", state: .degraded, detail: voiceUnavailable.description)
        }
        guard hasVoiceInput else {
            return .init(name: "recognition", state: .degraded, detail: "ordering goes by touch alone")
        }
        if let voiceUnavailable {
            return .init(name: "recognition", state: .failed, detail: voiceUnavailable.description)
        }
        return .init(
            name: "recognition", state: spotterShortcoming == nil ? .ok : .degraded,
            detail: spotterShortcoming.map { "only a touch begins: \($0)" } ?? "")
    }
}

extension KioskAction {
    /// Why an action is invalid on a menu; `nil` for a valid one.
    func problem(on menu: Menu) -> String? {
        switch self {
        case .add(let itemId, let quantity, let options):
            if menu.item(itemId) == nil { return "there is no item '\(itemId)'" }
            if !(1...1_000).contains(quantity) { return "the quantity must be 1 or more" }
            return options.lazy.compactMap { $0.problem(on: menu) }.first
        case .setOptions(_, let options): return options.lazy.compactMap { $0.problem(on: menu) }.first
        case .setQuantity(_, let quantity):
            return (0...1_000).contains(quantity) ? nil : "the quantity must be 0 or more"
        case .say(let text, _, _), .announce(let text):
            return text.count <= 400 ? nil : "the text is longer than 400 characters"
        case .name(let text): return text.count <= 200 ? nil : "the name is longer than 200 characters"
        case .tip(let percent):
            return percent == 0 || menu.tips.contains(percent) ? nil : "the menu has no tip of \(percent) %"
        case .start, .startSilently, .listen, .hush, .startOver, .stillHere, .remove, .answer, .checkout, .confirm,
            .reject, .dismiss, .callStaff, .cancelStaffCall, .service:
            return nil
        }
    }
}

extension KioskAction.Option {
    fileprivate func problem(on menu: Menu) -> String? {
        if menu.option(OptionReference(group: group, option: id)) == nil {
            return "there is no option '\(id)' in '\(group)'"
        }
        if let count, !(1...100).contains(count) { return "a count must be 1 to 100" }
        return nil
    }
}
