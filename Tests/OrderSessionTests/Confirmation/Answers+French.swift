internal import OrderSession

extension Answers {
    static let french: [Case] = [
        // Yes
        ("oui", .confirmed), ("Oui !", .confirmed), ("oui c'est bon", .confirmed), ("oui, c’est ça", .confirmed),
        ("ouais", .confirmed), ("c'est correct", .confirmed),
        ("d'accord", .confirmed), ("parfait", .confirmed), ("oui merci", .confirmed),
        ("oui s'il vous plaît", .confirmed), ("tout à fait", .confirmed),
        ("exactement", .confirmed),
        ("bien sûr", .confirmed), ("très bien", .confirmed), ("ça marche", .confirmed), ("mais oui", .confirmed),
        ("euh oui", .confirmed), ("je confirme", .confirmed),
        ("allez-y", .confirmed), ("oui oui", .confirmed), ("c'est ce que j'ai commandé", .confirmed),
        ("tout est bon", .confirmed), ("ok parfait", .confirmed),
        ("entendu", .confirmed),
        // No
        ("non", .rejected), ("non merci", .rejected), ("pas correct", .rejected), ("ce n'est pas correct", .rejected),
        ("c'est pas bon", .rejected),
        ("ce n'est pas ça", .rejected),
        ("pas du tout", .rejected), ("c'est faux", .rejected), ("mais non", .rejected), ("non c'est pas ça", .rejected),
        ("ce n'est pas ce que j'ai commandé", .rejected),
        ("annulez", .rejected), ("annuler", .rejected), ("laissez tomber", .rejected),
        ("non, c'est une erreur", .rejected), ("pas vraiment", .rejected),
        ("non non", .rejected),
        ("bien sûr que non", .rejected),
        // Changes
        ("oui mais en grand", .modified("en grand")),
        ("non, le moka doit être glacé", .modified("le moka doit etre glace")),
        ("pas de mousse", .modified("pas de mousse")),
        ("oui mais sans sucre", .modified("sans sucre")),
        ("oui, avec du lait d'avoine", .modified("avec du lait d'avoine")),
        ("je ne veux pas de mousse", .modified("je ne veux pas de mousse")),
        ("oui et un muffin", .modified("un muffin")), ("changez la taille", .modified("changez la taille")),
        ("non, plutôt un thé", .modified("plutot un the")),
        ("attendez, mettez deux cafés", .modified("mettez deux cafes")), ("oui sauf le thé", .modified("sauf le the")),
        ("annulez le thé", .modified("annulez le the")),
        ("non, je voulais un thé", .modified("je voulais un the")), ("ajoutez un café", .modified("ajoutez un cafe")),
        ("oui mais pas de sucre", .modified("pas de sucre")),
        ("mauvaise taille", .modified("mauvaise taille")), ("non deux cafés", .modified("deux cafes")),
        // Neither, or both
        ("oui non", .unclear), ("non oui", .unclear), ("non non oui", .unclear), ("peut-être", .unclear),
        ("je ne sais pas", .unclear), ("n'est-ce pas", .unclear),
        ("oui mais", .unclear), ("oui mais non", .unclear), ("attendez", .unclear), ("comment ?", .unclear),
        ("s'il vous plaît", .unclear), ("il fait beau", .unclear),
        ("je crois que oui", .unclear), ("pas faux", .unclear), ("pas sûr", .unclear), ("pourquoi pas", .unclear),
        ("zèbre oui", .unclear), ("si", .unclear),
        ("ah bon", .unclear),
        ("oui ou non", .unclear), ("pas mal", .unclear),
    ]
}
