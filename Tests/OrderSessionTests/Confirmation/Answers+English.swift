internal import OrderSession

/// Answers to "Is that right?", and what they come to. Accents and punctuation are as a person would write them;
/// recognisers leave them out.
enum Answers {
    /// An answer and what it comes to.
    typealias Case = (text: String, result: ConfirmationResult)

    static let english: [Case] = [
        // Yes
        ("yes", .confirmed), ("Yes.", .confirmed), ("YES!", .confirmed), ("yes please", .confirmed),
        ("yeah that's right", .confirmed), ("yep", .confirmed),
        ("yup perfect", .confirmed), ("um yes", .confirmed), ("uh yeah I think yes", .unclear),
        ("that's right", .confirmed), ("that is correct", .confirmed),
        ("sounds good", .confirmed), ("looks good thank you", .confirmed), ("okay", .confirmed),
        ("ok go ahead", .confirmed), ("absolutely", .confirmed),
        ("exactly", .confirmed), ("yes yes", .confirmed), ("yes the", .confirmed), ("sure thing", .confirmed),
        ("that's it", .confirmed), ("of course", .confirmed),
        ("yes and thank you", .confirmed), ("yes that's what I ordered", .confirmed), ("all good", .confirmed),
        ("all right", .confirmed), ("yes I confirm", .confirmed),
        ("no changes", .confirmed), ("everything's fine", .confirmed),
        ("that's correct, thank you very much", .confirmed),
        // No
        ("no", .rejected), ("nope", .rejected), ("no thanks", .rejected), ("no thank you", .rejected),
        ("no that's wrong", .rejected), ("not right", .rejected),
        ("that's not right", .rejected), ("that is not correct", .rejected), ("that isn't right", .rejected),
        ("it's not right", .rejected), ("wrong", .rejected),
        ("no no", .rejected), ("that's not what I ordered", .rejected), ("not quite", .rejected),
        ("not quite right", .rejected), ("incorrect", .rejected),
        ("cancel", .rejected), ("cancel that", .rejected), ("never mind", .rejected),
        ("doesn't sound right", .rejected), ("I don't think so", .rejected),
        ("no you got it wrong", .rejected), ("absolutely not", .rejected), ("of course not", .rejected),
        ("no, that is not my order", .rejected), ("don't", .rejected),
        ("don't place it", .rejected), ("not good", .rejected), ("not okay", .rejected),
        ("not the right one", .rejected),
        // Changes
        ("yes but make it large", .modified("make it large")),
        ("no the mocha should be iced", .modified("the mocha should be iced")),
        ("no, make it large", .modified("make it large")), ("yes but no foam", .modified("no foam")),
        ("no foam", .modified("no foam")),
        ("yes, no sugar please", .modified("no sugar please")), ("no no sugar", .modified("no sugar")),
        ("make it large please", .modified("make it large please")),
        ("yes and a muffin", .modified("a muffin")), ("yes except the foam", .modified("except the foam")),
        ("actually make it two", .modified("make it two")),
        ("no wait make that a small", .modified("make that a small")),
        ("can I have it iced", .modified("can i have it iced")),
        ("no two lattes", .modified("two lattes")), ("yes with oat milk", .modified("with oat milk")),
        ("cancel the muffin", .modified("cancel the muffin")),
        ("not the mocha the latte", .modified("not the mocha the latte")),
        ("the mocha should be iced", .modified("the mocha should be iced")),
        ("no I wanted oat milk", .modified("i wanted oat milk")),
        ("yes but the mocha iced", .modified("the mocha iced")),
        ("don't add sugar", .modified("don't add sugar")),
        ("that's not the right size", .modified("not the right size")),
        ("yes no make it large", .modified("make it large")),
        ("no it should be hot", .modified("it should be hot")),
        ("correct the size to large", .modified("correct the size to large")),
        ("okay but remove the bagel", .modified("remove the bagel")),
        ("everything except for the muffin", .modified("except for the muffin")), ("no, I said two", .modified("two")),
        ("no more sugar", .modified("no more sugar")),
        ("yes large please", .modified("large please")),
        // Neither, or both
        ("", .unclear), ("   ", .unclear), ("...", .unclear), ("no no yes", .unclear), ("yes no", .unclear),
        ("isn't that right", .unclear),
        ("isn't that right?", .unclear),
        ("is that right", .unclear), ("that's right isn't it", .unclear), ("maybe", .unclear),
        ("I'm not sure", .unclear), ("not sure", .unclear),
        ("yes or no", .unclear),
        ("what lovely weather", .unclear), ("yes but", .unclear), ("yes but no", .unclear), ("no but yes", .unclear),
        ("wait", .unclear), ("yes wait", .unclear),
        ("please", .unclear), ("thank you", .unclear), ("um", .unclear), ("the", .unclear), ("not", .unclear),
        ("not wrong", .unclear), ("yes that's wrong", .unclear),
        ("no that's right", .unclear), ("I guess so", .unclear), ("what", .unclear), ("no problem", .unclear),
        ("zebra yes", .unclear), ("why not", .unclear),
        ("don't cancel", .unclear), ("yes not", .unclear), ("yes yes yes yes", .unclear), ("no no no", .unclear),
        ("👍", .unclear), ("hello", .unclear),
        ("really", .unclear),
    ]
}
