// Spanish text of the pages, except for what comes from the menu and the kiosk.

export const words = {
  brand: "Brews",
  largeText: "Letra grande",
  startOver: "Empezar de nuevo",
  menu: "Carta",

  welcome: {
    say: (phrase) => `Diga «${phrase}»`,
    touch: "Toque para pedir",
    orTouch: "o toque el micrófono para empezar",
    byTouch: "Pedir en la pantalla",
    start: "Empezar el pedido",
  },

  microphone: {
    off: "Micrófono apagado",
    armed: (phrase) => `Esperando «${phrase}»`,
    listening: "Escuchando",
    hearing: "Le oigo",
    speaking: "Hablando",
    unavailable: "Sin micrófono",
  },

  talk: {
    off: "Toque para hablar",
    armed: "Toque para hablar",
    listening: "Toque para silenciar",
    hearing: "Toque para silenciar",
    speaking: "Toque para saltar",
    unavailable: "Pedir en la pantalla",
  },

  touchOnly: "Por favor, pida en la pantalla.",
  // Reasons why the microphone is off. Guests are not told any other fault.
  problem: { microphone: "El micrófono no funciona.", silence: "El micrófono no oye nada.",
    starting: "El pedido por voz se está preparando.", staff: "Nuestro personal está probando el micrófono." },
  said: "Ha dicho",
  example: (phrase) => `Por ejemplo: «${phrase}, please»`,
  correct: "Corregir",
  correction: { title: "¿Qué quería decir?", send: "Enviar", cancel: "Cancelar", space: "espacio", back: "Borrar",
    clear: "Vaciar",
    overtaken: "Entretanto se ha oído otra cosa. Corrija eso, por favor." },

  order: {
    title: "Su pedido",
    empty: "Aún no hay nada. Diga lo que desea o tóquelo en la carta.",
    emptySilent: "Aún no hay nada. Toque lo que desea.",
    hearing: "Oyendo",
    total: "Total",
    checkout: "Pedir",
    change: "Cambiar",
    remove: "Quitar",
    fewer: (name) => `Uno menos: ${name}`,
    more: (name) => `Uno más: ${name}`,
    changeLabel: (name) => `Cambiar ${name}`,
    removeLabel: (name) => `Quitar ${name}`,
    inQuestion: "Antes, una pregunta",
  },

  item: {
    contains: (allergens) => `Contiene ${allergens.join(", ")}`,
    unsuitable: (allergens) => `No es para usted: contiene ${allergens.join(", ")}`,
    soldOut: "Agotado",
    touchOnly: "Se confirma en la pantalla",
  },

  sheet: {
    close: "Cerrar",
    required: "Elija una opción",
    one: "Elija una",
    many: "Elija las que quiera",
    missing: (name) => `Falta elegir: ${name}`,
    add: (price) => `Añadir · ${price}`,
    save: (price) => `Guardar · ${price}`,
    extra: (price) => `+${price}`,
    quantity: "Cuántos",
    amounts: { none: "Sin", light: "Poco", regular: "Normal", extra: "Extra" },
  },

  option: (name, amount, count) => {
    const how = { none: "Sin ", light: "Poco de ", extra: "Extra de " }[amount] ?? "";
    return how + (count ? `${count} × ` : "") + name;
  },

  confirmation: {
    title: "¿Es correcto?",
    yes: "Sí, pedir",
    no: "No, cambiar",
    needsTouch: "Por favor, responda en la pantalla",
    total: "Total",
    countdown: (seconds) => `Su pedido se hará en ${seconds} s.`,
    wait: "Esperar",
  },

  placing: { title: "Haciendo su pedido", text: "Un momento, por favor." },
  payment: {
    number: "Su número",
    counter: "Por favor, pague en el mostrador",
    terminal: "Acerque su tarjeta al terminal",
    paid: "Pagado. Gracias",
    refused: "El pago con tarjeta no se ha realizado. Por favor, pague en el mostrador",
    cancelling: "Un momento, por favor. Se está cancelando el pago con tarjeta",
    cancelled: "El pago con tarjeta se ha cancelado. Por favor, pague en el mostrador",
    atCounter: "Prefiero pagar en el mostrador",
    done: "Listo",
  },
  thanks: { title: "Gracias", text: "Le llamaremos por su número.", done: "Listo" },
  failure: { title: "No ha funcionado", again: "Intentar otra vez", back: "Volver al pedido" },

  idle: { title: "¿Sigue ahí?", text: "Su pedido se borrará para el siguiente cliente.",
    textEmpty: "La pantalla se preparará para el siguiente cliente.", here: "Sigo aquí", over: "Borrar mi pedido",
    overEmpty: "Empezar de nuevo" },

  away: "Un momento, por favor. El quiosco se está reiniciando.",
  notArrived: "No ha llegado. Por favor, toque otra vez.",

  staff: {
    title: "Personal",
    back: "Volver al quiosco",
    code: "Código del personal",
    enter: "Abrir",
    back1: "Borrar",
    wrong: (left) => `Código incorrecto. ${left === 1 ? "Queda 1 intento" : `Quedan ${left} intentos`}.`,
    locked: (seconds) => `Bloqueado. Inténtelo en ${seconds} s.`,
    leave: "Cerrar",
    parts: "Partes",
    states: { ok: "Bien", degraded: "Limitado", failed: "Averiado" },
    canOrder: "Los clientes pueden pedir",
    cannotOrder: "Los clientes no pueden pedir",
    level: "Nivel del micrófono",
    silent: "sin nivel",
    today: "Hoy",
    noFigures: "Este quiosco no guarda cifras del día.",
    figures: {
      orders: "Pedidos", total: "Vendido", sessions: "Sesiones", ordersByVoice: "Solo con la voz",
      reasks: "Preguntas repetidas", corrections: "Correcciones de los clientes",
      secondsPerOrder: "Tiempo por pedido",
    },
    seconds: (value) => `${Math.round(value)} s`,
    session: {
      title: "Sesión",
      states: { inactive: "Ningún cliente", active: "Un cliente está pidiendo", timedOut: "Tiempo agotado" },
      state: "Estado", duration: "Duración", last: "Última sesión", untilTimeout: "Hasta el fin del tiempo", lastEnd: "Último final",
      ends: { completed: "Pedido hecho", userEnded: "Cancelado por el cliente", timeout: "Tiempo agotado", error: "Con error", newSession: "Reemplazada" },
    },
    metrics: "Mediciones",
    check: {
      title: "Prueba del micrófono",
      intro: "Mide la sala y después le pide que lea cinco pedidos en voz alta desde donde se ponen los " +
        "clientes. Mientras tanto no se puede pedir con la voz.",
      begin: "Empezar",
      end: "Terminar la prueba",
      again: "Leer otra vez",
      skip: "Saltar",
      quiet: "Por favor, guarde silencio un momento",
      read: (number, of) => `Lea en voz alta, ${number} de ${of}`,
      finished: (right, of) => `${right} de ${of} entendidos`,
      failed: "El micrófono no funciona",
      noise: "Sala", speech: "Voz", distance: "Voz sobre la sala", clipped: "Saturado",
      decibels: (value) => (value === null || value === undefined ? "–" : `${Math.round(value)} dB`),
      percent: (value) => `${(value * 100).toFixed(1).replace(".", ",")} %`,
      heard: (text) => (text ? `Oído: ${text}` : "No se ha oído nada"),
      right: "Entendido", wrong: "No entendido",
    },
  },
};
