// Small helpers: elements, and numbers and times as people read them.

export const $ = id => document.getElementById(id);

// h makes an element: attributes, listeners as on..., children that are elements, texts or nothing.
export function h(tag, attributes = {}, ...children) {
  const e = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) e.addEventListener(name.slice(2), value);
    else if (name === "style") e.style.cssText = value;
    else if (value !== undefined && value !== null && value !== false) e.setAttribute(name, value === true ? "" : value);
  }
  e.append(...children.flat(Infinity).filter(c => c !== null && c !== undefined && c !== false));
  return e;
}

// icon makes a drawing of one path in a square of 24.
export function icon(d, title) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "glyph");
  if (title) svg.setAttribute("aria-label", title);
  else svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", d);
  svg.append(path);
  return svg;
}

export const glyphs = {
  swap: "M7 4v14m0 0-3-3m3 3 3-3M17 20V6m0 0-3 3m3-3 3 3",
  close: "M6 6l12 12M18 6 6 18",
  centre: "M12 3v4m0 10v4M3 12h4m10 0h4M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8z",
  straight: "M12 20V5m0 0-5 5m5-5 5 5",
  arrive: "M12 21s-6-5.6-6-11a6 6 0 0 1 12 0c0 5.4-6 11-6 11zm0-9a2 2 0 1 0 0-4 2 2 0 0 0 0 4z",
  uturn: "M8 20V9a4 4 0 0 1 8 0v7m0 0-3-3m3 3 3-3",
  circle: "M12 20v-4m0 0a5 5 0 1 0-5-5m0 0-2.5-2M7 11l2.5-2",
  walk: "M13 5.5a1 1 0 1 0 0-2 1 1 0 0 0 0 2zM9 21l2.5-6-2-2.5L11 8l3 1.5L16.500 11M11 8 8 10v3m3.500 2L14 17l1 4",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zm0-5v2m0 14v2m9-9h-2M5 12H3m15.400-6.400L17 7M7 17l-1.400 1.400m12.800 0L17 17M7 7 5.600 5.600",
  moon: "M20 14.500A8 8 0 0 1 9.500 4a8 8 0 1 0 10.500 10.500z",
  auto: "M12 4a8 8 0 1 0 0 16zm0 0a8 8 0 0 1 0 16",
};

export const count = n => n.toLocaleString("en-US");

// metres writes a length: 80 m, 1.4 km, 23 km.
export function metres(m) {
  if (m < 995) return `${Math.round(m)} m`;
  return `${m < 9950 ? (m / 1000).toFixed(1) : count(Math.round(m / 1000))} km`;
}

// minutes writes a duration: 40 s, 12 min, 1 h 05.
export function minutes(s) {
  if (s < 60) return `${Math.round(s)} s`;
  const min = Math.round(s / 60);
  return min < 60 ? `${min} min` : `${Math.floor(min / 60)} h ${String(min % 60).padStart(2, "0")}`;
}

// lasting writes how long a journey takes by the minutes that clock shows of its ends.
export function lasting({ depart, arrive, duration_s }) {
  const minute = time => Math.floor(Date.parse(time) / 60000);
  return minutes(60 * (minute(arrive) - minute(depart)) || duration_s);
}

// listed writes a name of OpenStreetMap that may be several, with semicolons between.
export const listed = name => name?.replace(/;\s*/g, ", ");

// clock returns hours and minutes of a time as the server writes it, by the clock of the place.
export const clock = time => time.slice(11, 16);

// segments makes a group of buttons of which one is pressed.
export function segments(label, choices, value, choose) {
  const group = h("div", { class: "segments", role: "radiogroup", "aria-label": label });
  const press = v => {
    for (const b of group.children) {
      b.setAttribute("aria-checked", String(b.dataset.value === v));
      b.tabIndex = b.dataset.value === v ? 0 : -1;
    }
  };
  for (const [v, text] of choices) {
    group.append(h("button", { type: "button", role: "radio", "data-value": v, onclick: () => { press(v); choose(v); } }, text));
  }
  group.addEventListener("keydown", e => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[e.key];
    if (!step) return;
    e.preventDefault();
    const all = [...group.children], next = all[(all.indexOf(document.activeElement) + step + all.length) % all.length];
    next.focus();
    next.click();
  });
  press(value);
  group.press = press;
  return group;
}

// reveal brings an answer into view where the panel is a sheet at the bottom of a phone.
export function reveal(e) { if (innerWidth < 720) e.scrollIntoView({ block: "start" }); }

let toastTimer = 0;

// toast shows a message for a while.
export function toast(text) {
  const t = $("toast");
  t.textContent = text;
  t.hidden = false;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => { t.hidden = true; }, 6000);
}
