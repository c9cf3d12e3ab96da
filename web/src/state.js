// What the page shows, as one object that the address bar mirrors, so that a link opens the same view.

const defaults = {
  graph: "", tab: "look", by: "class", part: "car", mode: "car",
  layers: ["stops"], from: null, to: null, time: "", arrive: false, zoom: null, centre: null, edge: null,
};

export const state = { ...defaults, ...read(location.hash) };

const listeners = [];

// onChange calls f with the names of what changed.
export function onChange(f) { listeners.push(f); }

// update changes the state; equal values are no change.
export function update(patch) {
  for (const end of ["from", "to"]) if (patch[end]) patch = { ...patch, [end]: patch[end].map(rounded) };
  const changed = Object.keys(patch).filter(k => JSON.stringify(state[k]) !== JSON.stringify(patch[k]));
  if (changed.length === 0) return;
  Object.assign(state, patch);
  write();
  for (const f of listeners) f(new Set(changed));
}

// place reads "lat,lon" as people paste it; null where it is none.
export function place(text) {
  const m = /^\s*(-?\d+(?:\.\d+)?)\s*[,;\s]\s*(-?\d+(?:\.\d+)?)\s*$/.exec(text);
  if (!m || Math.abs(+m[1]) > 90 || Math.abs(+m[2]) > 180) return null;
  return [+m[2], +m[1]];
}

// rounded leaves a decimetre, so that a link means the same place.
const rounded = degrees => +degrees.toFixed(6);

export const placeText = p => p ? `${rounded(p[1])},${rounded(p[0])}` : "";

// read returns what the hash says, and nothing that makes no sense.
function read(hash) {
  const q = new URLSearchParams(hash.replace(/^#/, "")), out = {};
  const oneOf = (key, name, values) => { if (values.includes(q.get(name))) out[key] = q.get(name); };
  const map = /^(\d+(?:\.\d+)?)\/(-?\d+(?:\.\d+)?)\/(-?\d+(?:\.\d+)?)$/.exec(q.get("map") ?? "");
  if (map && +map[1] <= 22 && Math.abs(+map[2]) <= 85 && Math.abs(+map[3]) <= 180) Object.assign(out, { zoom: +map[1], centre: [+map[3], +map[2]] });
  oneOf("tab", "tab", ["look", "route", "plan"]);
  oneOf("by", "by", ["class", "modes", "part"]);
  oneOf("part", "part", ["car", "bike", "walk"]);
  oneOf("mode", "mode", ["car", "bike", "foot"]);
  if (q.has("layers")) out.layers = q.get("layers").split(",").filter(l => ["stops", "restrictions", "links", "issues", "vertices"].includes(l));
  for (const end of ["from", "to"]) if (q.has(end)) out[end] = place(q.get(end));
  if (/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(q.get("time") ?? "")) out.time = q.get("time");
  if (q.get("arrive") === "1") out.arrive = true;
  if (/^\d{1,10}$/.test(q.get("edge") ?? "")) out.edge = +q.get("edge");
  if (q.get("graph")) out.graph = q.get("graph");
  return out;
}

let timer = 0;

// write puts the state into the address bar, a moment later, as browsers limit how often that may be done.
function write() {
  clearTimeout(timer);
  timer = setTimeout(() => {
    const s = state, q = [];
    const add = (name, value) => q.push(`${name}=${encodeURIComponent(value).replaceAll("%2C", ",").replaceAll("%2F", "/").replaceAll("%3A", ":")}`);
    if (s.graph) add("graph", s.graph);
    if (s.centre) add("map", `${+s.zoom.toFixed(2)}/${s.centre[1].toFixed(5)}/${s.centre[0].toFixed(5)}`);
    for (const k of ["tab", "by", "part", "mode"]) if (s[k] !== defaults[k]) add(k, s[k]);
    if (s.layers.join() !== defaults.layers.join()) add("layers", s.layers.join());
    for (const end of ["from", "to"]) if (s[end]) add(end, placeText(s[end]));
    if (s.time && s.tab === "plan") add("time", s.time);
    if (s.arrive) add("arrive", "1");
    if (s.edge !== null) add("edge", s.edge);
    history.replaceState(null, "", "#" + q.join("&"));
  }, 120);
}

// onLink calls f with what a link to this page says when one is followed.
export function onLink(f) { addEventListener("hashchange", () => f({ ...defaults, ...read(location.hash) })); }
