internal import OrderSession

extension Answers {
    static let german: [Case] = [
        // Yes
        ("ja", .confirmed), ("Ja!", .confirmed), ("ja genau", .confirmed), ("ja bitte", .confirmed),
        ("genau", .confirmed), ("stimmt", .confirmed),
        ("das stimmt", .confirmed),
        ("das ist richtig", .confirmed), ("richtig", .confirmed), ("passt so", .confirmed), ("alles klar", .confirmed),
        ("in Ordnung", .confirmed),
        ("ja, danke", .confirmed),
        ("jawohl", .confirmed), ("aber sicher", .confirmed), ("ja aber gerne", .confirmed), ("natürlich", .confirmed),
        ("okay", .confirmed), ("äh ja", .confirmed),
        ("sehr gut", .confirmed), ("ja ja", .confirmed), ("ganz genau", .confirmed), ("ich bestätige", .confirmed),
        ("so ist es", .confirmed),
        ("perfekt, vielen Dank", .confirmed),
        // No
        ("nein", .rejected), ("nein danke", .rejected), ("nee", .rejected), ("nicht richtig", .rejected),
        ("das ist nicht richtig", .rejected),
        ("das stimmt nicht", .rejected),
        ("stimmt so nicht", .rejected), ("falsch", .rejected), ("nein, das ist falsch", .rejected),
        ("auf keinen Fall", .rejected),
        ("das habe ich nicht bestellt", .rejected),
        ("nein nein", .rejected), ("nicht ganz", .rejected), ("nicht ganz richtig", .rejected),
        ("abbrechen", .rejected), ("vergessen Sie es", .rejected),
        ("nicht gut", .rejected),
        ("passt nicht", .rejected), ("nicht korrekt", .rejected),
        // Changes
        ("ja, aber groß", .modified("groß")), ("ja aber ohne Zucker", .modified("ohne zucker")),
        ("nein, der Mokka sollte kalt sein", .modified("der mokka sollte kalt sein")),
        ("kein Schaum", .modified("kein schaum")), ("ja, mit Hafermilch", .modified("mit hafermilch")),
        ("nein, ich möchte einen Tee", .modified("ich mochte einen tee")),
        ("nein, mach zwei daraus", .modified("mach zwei daraus")), ("ja und einen Muffin", .modified("einen muffin")),
        ("ja, nur kleiner", .modified("kleiner")),
        ("moment, ohne Schaum", .modified("ohne schaum")), ("ja außer dem Tee", .modified("außer dem tee")),
        ("nicht den Mokka", .modified("nicht den mokka")),
        ("ändern Sie die Größe", .modified("andern sie die große")),
        ("stornieren Sie den Tee", .modified("stornieren sie den tee")),
        ("ja aber keinen Zucker", .modified("keinen zucker")),
        ("lieber einen Tee", .modified("lieber einen tee")), ("nein zwei Kaffee", .modified("zwei kaffee")),
        ("noch einen Kaffee", .modified("noch einen kaffee")),
        // Neither, or both
        ("ja nein", .unclear), ("nein ja", .unclear), ("nein nein ja", .unclear), ("vielleicht", .unclear),
        ("nicht wahr", .unclear), ("ich weiß nicht", .unclear),
        ("ja aber", .unclear), ("ja aber nein", .unclear), ("moment", .unclear), ("wie bitte", .unclear),
        ("bitte", .unclear), ("schönes Wetter heute", .unclear),
        ("jein", .unclear),
        ("nicht falsch", .unclear), ("nicht sicher", .unclear), ("doch", .unclear), ("warum nicht", .unclear),
        ("zebra ja", .unclear), ("ja oder", .unclear),
        ("kein Problem", .unclear),
        ("stimmt das", .unclear), ("nicht schlecht", .unclear),
    ]
}
