// French text of the pages, except for what comes from the menu and the kiosk.

export const words = {
  brand: "Brews",
  largeText: "Grands caractères",
  startOver: "Recommencer",
  menu: "Carte",

  welcome: {
    say: (phrase) => `Dites «\u00a0${phrase}\u00a0»`,
    touch: "Touchez pour commander",
    orTouch: "ou touchez le micro pour commencer",
    byTouch: "Commander à l’écran",
    start: "Commencer la commande",
  },

  microphone: {
    off: "Micro coupé",
    armed: (phrase) => `Attend «\u00a0${phrase}\u00a0»`,
    listening: "À l’écoute",
    hearing: "Vous entend",
    speaking: "Parle",
    unavailable: "Pas de micro",
  },

  talk: {
    off: "Touchez pour parler",
    armed: "Touchez pour parler",
    listening: "Touchez pour couper",
    hearing: "Touchez pour couper",
    speaking: "Touchez pour passer",
    unavailable: "Commander à l’écran",
  },

  touchOnly: "Veuillez commander à l’écran.",
  // Reasons why the microphone is off. Guests are not told any other fault.
  problem: { microphone: "Le micro est en panne.", silence: "Le micro n’entend rien.",
    starting: "La commande vocale se prépare.", staff: "Notre personnel essaie le micro." },
  said: "Vous avez dit",
  example: (phrase) => `Par exemple\u00a0: «\u00a0${phrase}, please\u00a0»`,
  correct: "Corriger",
  correction: { title: "Que vouliez-vous dire\u00a0?", send: "Envoyer", cancel: "Annuler", space: "espace",
    back: "Effacer", clear: "Vider",
    overtaken: "Autre chose a été entendu entre-temps. Corrigez cela, s’il vous plaît." },

  order: {
    title: "Votre commande",
    empty: "Rien pour l’instant. Dites ce que vous désirez, ou touchez-le sur la carte.",
    emptySilent: "Rien pour l’instant. Touchez ce que vous désirez.",
    hearing: "Entend",
    total: "Total",
    checkout: "Commander",
    change: "Modifier",
    remove: "Retirer",
    fewer: (name) => `Un de moins\u00a0: ${name}`,
    more: (name) => `Un de plus\u00a0: ${name}`,
    changeLabel: (name) => `Modifier ${name}`,
    removeLabel: (name) => `Retirer ${name}`,
    inQuestion: "Une question d’abord",
  },

  item: {
    contains: (allergens) => `Contient ${allergens.join(", ")}`,
    unsuitable: (allergens) => `Pas pour vous : contient ${allergens.join(", ")}`,
    soldOut: "Épuisé",
    touchOnly: "À confirmer à l’écran",
  },

  sheet: {
    close: "Fermer",
    required: "Veuillez en choisir un",
    one: "Choisissez-en un",
    many: "Choisissez-en autant que vous voulez",
    missing: (name) => `À choisir\u00a0: ${name}`,
    add: (price) => `Ajouter · ${price}`,
    save: (price) => `Enregistrer · ${price}`,
    extra: (price) => `+${price}`,
    quantity: "Combien",
    amounts: { none: "Sans", light: "Peu", regular: "Normal", extra: "Extra" },
  },

  option: (name, amount, count) => {
    const how = { none: "Sans ", light: "Peu de ", extra: "Extra " }[amount] ?? "";
    return how + (count ? `${count} × ` : "") + name;
  },

  confirmation: {
    title: "Est-ce bien cela\u00a0?",
    yes: "Oui, commander",
    no: "Non, modifier",
    needsTouch: "Veuillez répondre à l’écran",
    total: "Total",
    countdown: (seconds) => `Votre commande sera passée dans ${seconds} s.`,
    wait: "Attendre",
  },

  placing: { title: "Votre commande est en cours", text: "Un instant, s’il vous plaît." },
  payment: {
    number: "Votre numéro",
    counter: "Veuillez régler au comptoir",
    terminal: "Approchez votre carte du terminal",
    paid: "Payé. Merci",
    refused: "Le paiement par carte n’a pas abouti. Veuillez régler au comptoir",
    cancelling: "Un instant, s’il vous plaît. Le paiement par carte est en cours d’annulation",
    cancelled: "Le paiement par carte est annulé. Veuillez régler au comptoir",
    atCounter: "Régler plutôt au comptoir",
    done: "Terminé",
  },
  thanks: { title: "Merci", text: "Nous appellerons votre numéro.", done: "Terminé" },
  failure: { title: "Cela n’a pas marché", again: "Réessayer", back: "Revenir à la commande" },

  idle: { title: "Êtes-vous toujours là\u00a0?", text: "Votre commande sera effacée pour le client suivant.",
    textEmpty: "L’écran sera prêt pour le client suivant.", here: "Je suis là", over: "Effacer ma commande",
    overEmpty: "Recommencer" },

  away: "Un instant, s’il vous plaît. La borne redémarre.",
  notArrived: "Cela n’est pas arrivé. Veuillez toucher encore une fois.",

  staff: {
    title: "Personnel",
    back: "Retour à la borne",
    code: "Code du personnel",
    enter: "Ouvrir",
    back1: "Effacer",
    wrong: (left) => `Code incorrect. ${left === 1 ? "Il reste 1 essai" : `Il reste ${left} essais`}.`,
    locked: (seconds) => `Verrouillé. Réessayez dans ${seconds} s.`,
    leave: "Fermer",
    parts: "Éléments",
    states: { ok: "En ordre", degraded: "Limité", failed: "En panne" },
    canOrder: "Les clients peuvent commander",
    cannotOrder: "Les clients ne peuvent pas commander",
    level: "Niveau du micro",
    silent: "pas de niveau",
    today: "Aujourd’hui",
    noFigures: "Cette borne ne garde pas les chiffres du jour.",
    figures: {
      orders: "Commandes", total: "Vendu", sessions: "Sessions", ordersByVoice: "À la voix seule",
      reasks: "Questions répétées", corrections: "Corrections des clients",
      secondsPerOrder: "Temps par commande",
    },
    seconds: (value) => `${Math.round(value)} s`,
    session: {
      title: "Session",
      states: { inactive: "Aucun client", active: "Un client commande", timedOut: "Temps écoulé" },
      state: "État", duration: "Durée", last: "Dernière session", untilTimeout: "Avant expiration", lastEnd: "Dernière fin",
      ends: { completed: "Commande passée", userEnded: "Annulée par le client", timeout: "Temps écoulé", error: "Échec", newSession: "Remplacée" },
    },
    metrics: "Mesures",
    check: {
      title: "Essai du micro",
      intro: "Mesure la salle, puis vous demande de lire cinq commandes à voix haute depuis l’endroit où se " +
        "tiennent les clients. Pendant ce temps on ne peut pas commander à la voix.",
      begin: "Commencer",
      end: "Terminer l’essai",
      again: "Relire",
      skip: "Passer",
      quiet: "Silence un instant, s’il vous plaît",
      read: (number, of) => `Lisez à voix haute, ${number} sur ${of}`,
      finished: (right, of) => `${right} sur ${of} compris`,
      failed: "Le micro ne fonctionne pas",
      noise: "Salle", speech: "Voix", distance: "Voix au-dessus de la salle", clipped: "Saturé",
      decibels: (value) => (value === null || value === undefined ? "–" : `${Math.round(value)} dB`),
      percent: (value) => `${(value * 100).toFixed(1).replace(".", ",")} %`,
      heard: (text) => (text ? `Entendu\u00a0: ${text}` : "Rien entendu"),
      right: "Compris", wrong: "Pas compris",
    },
  },
};
