import TestSupport

/// Checks a page's current state: everything readable, nothing cut off, no small touch targets.
struct PageAudit: Decodable {
    /// The text size according to the document; none on the staff page.
    let text: String?
    /// The defects, one sentence each.
    let findings: [String]

    init(_ browser: Browser) async throws { self = try await browser.evaluate(Self.script) }

    private static let script = """
        const found = [];
        const root = document.documentElement;
        // In CSS pixels: targets of 60 on large screens and 48 on small ones; text of 16, times the chosen size.
        const least = { text: 16 * ({ large: 1.5, largest: 2 }[root.dataset.text] ?? 1),
          target: Math.min(innerWidth, innerHeight) >= 1080 ? 60 : 48 };
        if (root.scrollHeight > innerHeight + 1 || root.scrollWidth > innerWidth + 1 || document.body.scrollHeight > \
        innerHeight + 1) found.push("the page scrolls: " + \
        [root.scrollWidth, root.scrollHeight, document.body.scrollHeight].join(" "));
        const dialog = document.querySelector("dialog[open]");
        const within = dialog ?? document.body;
        const name = (node) => node.tagName.toLowerCase() + (node.id ? "#" + node.id : \
        "." + node.className) + " “" + node.textContent.trim().slice(0, 30) + "”";
        const isShown = (node) => node.checkVisibility({visibilityProperty: true, opacityProperty: \
        true}) && !node.closest(".unseen") \
        && getComputedStyle(node).clipPath !== "inset(50%)" && node.getClientRects().length > 0;
        const scrolls = (node) => /auto|scroll/.test(getComputedStyle(node).overflowY + \
        getComputedStyle(node).overflowX);
        const scroller = (node) => { for (let each = node; each && each !== document.body; \
        each = each.parentElement) if (scrolls(each)) return each; return null; };

        const channels = (text) => (text.match(/[\\d.]+/g) ?? []).map(Number);
        const luminance = ([red, green, blue]) => {
          const linear = [red, green, blue].map((each) => { const part = each / 255; \
          return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4; });
          return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
        };
        const ground = (node) => {
          for (let each = node; each; each = each.parentElement) {
            const colour = channels(getComputedStyle(each).backgroundColor);
            if (colour.length === 3 || colour[3] === 1) return colour;
          }
          return [255, 255, 255];
        };

        for (const node of within.querySelectorAll("*")) {
          const own = [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim() !== "");
          if (!own || !isShown(node)) continue;
          const range = document.createRange();
          range.selectNodeContents(node);
          const box = range.getBoundingClientRect();
          const style = getComputedStyle(node);
          const list = scroller(node);
          if (!list) {
            if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1) \
            found.push("outside the screen: " + name(node));
            for (let each = node; each && each !== document.body; each = each.parentElement) {
              if (!/hidden|clip/.test(getComputedStyle(each).overflowX)) continue;
              const frame = each.getBoundingClientRect();
              if (box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 3 || box.bottom > \
              frame.bottom + 3) found.push("cut off: " + name(node));
            }
          } else if (box.left < list.getBoundingClientRect().left - 1 || box.right > \
          list.getBoundingClientRect().right + 1) {
            found.push("cut off sideways: " + name(node));
          }
          const button = node.closest("button");
          if (button) {
            const frame = button.getBoundingClientRect();
            if (box.right > frame.right + 1 || box.bottom > frame.bottom + 2 || box.left < frame.left - 1 || box.top < \
            frame.top - 2) found.push("words leave their button: " + name(node));
          }
          const size = parseFloat(style.fontSize);
          const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
          const pair = [luminance(channels(style.color)), luminance(ground(node))].sort((a, b) => b - a);
          const ratio = (pair[0] + 0.05) / (pair[1] + 0.05);
          // WCAG AA, and AAA for all text in high contrast.
          const leastContrast = root.dataset.contrast === "high" ? 7 : isLarge ? 3 : 4.5;
          if (ratio < leastContrast) found.push("contrast " + ratio.toFixed(2) + ": " + name(node));
          if (size < least.text - 0.1) found.push("text of " + size + " px: " + name(node));
        }

        for (const button of within.querySelectorAll("button, textarea")) {
          if (!isShown(button)) continue;
          const box = button.getBoundingClientRect();
          if (box.width < least.target - 0.1 || box.height < least.target - 0.1) found.push("too small to touch, \
          " + Math.round(box.width) + " × " + Math.round(box.height) + ": " + name(button));
          const label = (button.getAttribute("aria-label") ?? button.innerText ?? "").trim() || \
          button.getAttribute("aria-labelledby");
          if (!label) found.push("a button without a name: " + button.outerHTML.slice(0, 80));
          if (scroller(button)) continue;
          const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
          if (!(top === button || button.contains(top))) found.push("covered: " + name(button));
        }

        if (!dialog && !document.querySelector("#staff-main, #search-main, #assistant-main")) {
          const state = document.getElementById("microphone-state");
          if (!isShown(state) || state.innerText.trim() === "") found.push("the microphone's state is not to be seen");
        }
        return { text: root.dataset.text, findings: [...new Set(found)] };
        """
}
