// Start and destination, as fields of text that the map fills.

import { glyphs, h, icon } from "./dom.js";
import { centre } from "./map.js";
import { onChange, place, placeText, state, update } from "./state.js";

// named calls the ends A and B, as the page does, in a text of the server.
export const named = text => text.replace(/\bcoordinate 0\b|\bfrom(?=:| lies)/g, "A").replace(/\bcoordinate 1\b|\bto(?=:| lies)/g, "B");

// failure shows what went wrong, and below it the reason that the server gives.
export const failure = e => [h("p", { class: "error" }, e.message), e.reason && h("p", { class: "hint" }, `The server says: ${named(e.reason)}`)].filter(Boolean);

// ends returns the fields of both ends, with buttons to swap and to clear them.
export function ends(group) {
  const field = (end, label, letter) => {
    const input = h("input", { id: `${group}-${end}`, type: "text", inputmode: "decimal", autocomplete: "off", spellcheck: "false", placeholder: "Click the map, or type lat,lon", value: placeText(state[end]),
      onchange: () => {
        const p = place(input.value);
        input.setAttribute("aria-invalid", String(!p && input.value.trim() !== ""));
        if (p || input.value.trim() === "") update({ [end]: p });
      } });
    onChange(changed => { if (changed.has(end)) { input.value = placeText(state[end]); input.removeAttribute("aria-invalid"); } });
    return h("div", { class: "end" },
      h("label", { for: input.id, class: `badge ${end}`, title: label }, letter, h("span", { class: "unseen" }, label)), input,
      h("button", { type: "button", class: "icon", title: "The middle of the map", "aria-label": `${label}: the middle of the map`, onclick: () => update({ [end]: centre() }) }, icon(glyphs.centre)));
  };
  return h("div", { class: "ends" }, field("from", "Start", "A"), field("to", "Destination", "B"),
    h("div", { class: "endtools" },
      h("button", { type: "button", class: "link", onclick: () => update({ from: state.to, to: state.from }) }, icon(glyphs.swap), "Swap"),
      h("button", { type: "button", class: "link", onclick: () => update({ from: null, to: null }) }, icon(glyphs.close), "Clear")));
}
