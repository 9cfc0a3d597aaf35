/// When the kiosk asks the guest to confirm the order.
///
/// Items sold only against a touch are confirmed by touch in every mode.
public enum ConfirmationMode: String, CaseIterable, Equatable, Sendable, Codable {
    /// Every order is read back and placed by a yes, spoken or touched. The default.
    case always
    /// The read-back is skipped when the calibrated confidence of every line is high and the order is small
    /// (`ConfirmationPolicy`). Any person's voice can then place such an order, so a member of staff should hand it
    /// out.
    case selective
    /// Every order is read back. After 5 s without speech or touch it is placed, if the confidence of every line is at
    /// least 0.98. The display shows the countdown.
    case auto
}
