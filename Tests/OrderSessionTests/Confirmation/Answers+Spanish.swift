internal import OrderSession

extension Answers {
    static let spanish: [Case] = [
        // Yes
        ("sí", .confirmed), ("si", .confirmed), ("sí, perfecto", .confirmed), ("¡Sí, claro!", .confirmed),
        ("claro que sí", .confirmed), ("correcto", .confirmed),
        ("sí, es correcto", .confirmed), ("así es", .confirmed), ("vale", .confirmed), ("de acuerdo", .confirmed),
        ("está bien", .confirmed),
        ("sí por favor", .confirmed),
        ("sí, gracias", .confirmed), ("exacto", .confirmed), ("eso es", .confirmed), ("todo bien", .confirmed),
        ("pues sí", .confirmed), ("eh, sí", .confirmed),
        ("por supuesto", .confirmed), ("adelante", .confirmed), ("lo confirmo", .confirmed),
        ("es lo que pedí", .confirmed), ("sí sí", .confirmed),
        ("cómo no", .confirmed),
        // No
        ("no", .rejected), ("no, gracias", .rejected), ("no es correcto", .rejected), ("no correcto", .rejected),
        ("incorrecto", .rejected), ("está mal", .rejected),
        ("eso no es", .rejected), ("no es lo que pedí", .rejected), ("claro que no", .rejected),
        ("para nada", .rejected), ("no no", .rejected),
        ("no, eso está mal", .rejected),
        ("no está bien", .rejected), ("cancela", .rejected), ("cancela el pedido", .rejected),
        ("no quiero eso", .rejected), ("no, equivocado", .rejected),
        ("nunca", .rejected),
        // Changes
        ("sí, pero que sea grande", .modified("que sea grande")),
        ("no, el moca debe ser frío", .modified("el moca debe ser frio")),
        ("no quiero espuma", .modified("no quiero espuma")),
        ("sin azúcar", .modified("sin azucar")), ("sí pero sin espuma", .modified("sin espuma")),
        ("sí, con leche de avena", .modified("con leche de avena")),
        ("cambia el tamaño", .modified("cambia el tamano")), ("no, quisiera dos", .modified("quisiera dos")),
        ("no, dos cafés", .modified("dos cafes")),
        ("sí y un té", .modified("un te")), ("sí, excepto el café", .modified("excepto el cafe")),
        ("espera, que sea pequeño", .modified("que sea pequeno")),
        ("no espuma", .modified("no espuma")), ("cancela el café", .modified("cancela el cafe")),
        ("mejor un té", .modified("mejor un te")),
        ("añade un bollo", .modified("anade un bollo")), ("sí pero no azúcar", .modified("no azucar")),
        ("no más azúcar", .modified("no mas azucar")),
        // Neither, or both
        // Without its comma, which is not heard, this is "not bad".
        ("no, está mal", .unclear), ("sí no", .unclear), ("no, sí", .unclear), ("no no sí", .unclear),
        ("tal vez", .unclear), ("no sé", .unclear),
        ("no estoy seguro", .unclear), ("creo que sí", .unclear),
        ("¿es verdad?", .confirmed), ("¿verdad?", .unclear), ("sí pero", .unclear), ("sí pero no", .unclear),
        ("espera", .unclear), ("¿cómo?", .unclear),
        ("por favor", .unclear),
        ("hace buen tiempo", .unclear), ("¿por qué no?", .unclear), ("más o menos", .unclear), ("cebra sí", .unclear),
        ("no hay problema", .unclear),
        ("no más", .unclear),
    ]
}
