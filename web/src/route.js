// The tab for routes along streets, and for what can be reached.

import { ask, latest } from "./api.js";
import { $, glyphs, h, icon, listed, metres, minutes, reveal, segments } from "./dom.js";
import { ends, failure } from "./ends.js";
import { bring, draw, fit, flyTo } from "./map.js";
import { onChange, state, update } from "./state.js";

const snapM = 1000; // how far a place may be from a street
const once = latest(), reachOnce = latest();
const steps = [5, 10, 15]; // minutes of the areas that can be reached

export function showRoute() {
  $("route").replaceChildren(
    segments("Mode", [["car", "Car"], ["bike", "Bike"], ["foot", "Foot"]], state.mode, mode => update({ mode })),
    ends("route"),
    h("button", { type: "button", class: "wide", id: "reach", onclick: reach }, `Within ${steps.join(", ")} min of A`),
    h("div", { id: "route-answer", "aria-live": "polite" }),
  );
  refresh();
}

// refresh asks for the route when both ends are known.
async function refresh() {
  if (state.tab !== "route" || !$("route-answer")) return;
  $("reach").disabled = !state.from;
  if (!state.from || !state.to) {
    draw("route", []);
    bring([state.from, state.to]);
    $("route-answer").replaceChildren(h("p", { class: "hint" }, state.from ? "Now click where it goes to." : "Click the map where the route begins."));
    return;
  }
  try {
    const found = await once(signal => ask(`route/v1/${state.mode}/${state.from};${state.to}?overview=full&geometries=geojson&steps=true&radiuses=${snapM};${snapM}`, { signal }));
    if (found) answer(found.routes[0]);
  } catch (e) {
    draw("route", []);
    bring([state.from, state.to]);
    $("route-answer").replaceChildren(...failure(e));
  }
}

function answer(route) {
  draw("route", [{ type: "Feature", properties: { kind: "street" }, geometry: route.geometry }]);
  fit([state.from, ...route.geometry.coordinates, state.to]);
  const list = route.legs.flatMap(l => l.steps);
  $("route-answer").replaceChildren(
    h("p", { class: "sum" }, h("strong", {}, minutes(route.duration)), h("span", {}, metres(route.distance))),
    h("ol", { class: "steps" }, list.map(s => h("li", {}, h("button", { type: "button", onclick: () => flyTo(s.maneuver.location, 16) },
      arrow(s.maneuver), h("span", {}, phrase(s)), h("small", {}, s.distance > 0 ? metres(s.distance) : ""))))),
  );
  reveal($("route-answer"));
}

const turns = { "sharp left": -135, left: -90, "slight left": -45, straight: 0, "slight right": 45, right: 90, "sharp right": 135 };

// arrow draws a manoeuvre.
function arrow(m) {
  const kind = m.type === "arrive" ? "arrive" : /roundabout|rotary/.test(m.type) ? "circle" : m.modifier === "uturn" ? "uturn" : "straight";
  const svg = icon(glyphs[kind]);
  if (kind === "straight" && m.type !== "depart") svg.style.rotate = `${turns[m.modifier] ?? 0}deg`;
  if (m.type === "depart") svg.style.rotate = `${m.bearing_after ?? 0}deg`;
  return svg;
}

const compass = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];
const ordinal = n => ["", "first", "second", "third", "fourth", "fifth", "sixth"][n] ?? `${n}th`;

// phrase says what to do at a step.
function phrase({ maneuver: m, name, ref }) {
  const street = listed(name || ref), on = street ? ` on ${street}` : "", onto = street ? ` onto ${street}` : "";
  switch (m.type) {
    case "depart": return `Go ${compass[Math.round((m.bearing_after ?? 0) / 45) % 8]}${on}`;
    case "arrive": return "Arrive" + (/left|right/.test(m.modifier ?? "") ? `, on the ${m.modifier.replace(/^(slight|sharp) /, "")}` : "");
    case "roundabout": case "rotary": case "roundabout turn": return m.exit ? `Roundabout: take the ${ordinal(m.exit)} exit${onto}` : `Enter the roundabout${onto}`;
    case "exit roundabout": case "exit rotary": return `Leave the roundabout${onto}`;
    case "merge": return `Merge${onto}`;
    case "on ramp": return `Take the ramp${onto}`;
    case "off ramp": return `Take the exit${onto}`;
    case "fork": return `Keep ${(m.modifier ?? "").replace("slight ", "")}${onto}`;
    case "new name": return `Continue${onto}`;
  }
  if (m.modifier === "uturn") return `Turn around${onto}`;
  if (!m.modifier || m.modifier === "straight") return `Go straight on${on}`;
  return m.modifier.startsWith("slight") ? `Bear ${m.modifier.slice(7)}${onto}` : `Turn ${m.modifier}${onto}`;
}

// reach shows what can be reached from the start, in steps of time.
async function reach() {
  const button = $("reach");
  button.setAttribute("aria-busy", "true");
  try {
    const found = await reachOnce(signal => ask(`isochrone/v1/${state.mode}/${state.from}?contours_minutes=${steps.join(",")}&polygons=true`, { signal }));
    if (!found) return;
    const areas = found.features.filter(f => /Polygon/.test(f.geometry?.type ?? ""));
    draw("reach", areas.flatMap(f => [{ ...f, properties: { opacity: .12 } }, labelOf(f)]));
    const all = areas.flatMap(f => f.geometry.coordinates.flat(f.geometry.type === "Polygon" ? 1 : 2));
    fit(all);
    button.dataset.shown = "";
  } catch (e) {
    $("route-answer").prepend(...failure(e));
  } finally {
    button.removeAttribute("aria-busy");
  }
}

// labelOf is the time of an area, to be written at its north.
function labelOf(area) {
  const points = area.geometry.coordinates.flat(area.geometry.type === "Polygon" ? 1 : 2);
  const north = points.reduce((a, b) => (b[1] > a[1] ? b : a));
  return { type: "Feature", properties: { label: `${area.properties.contour} min` }, geometry: { type: "Point", coordinates: north } };
}

onChange(changed => {
  if (["from", "mode", "graph"].some(k => changed.has(k)) || (changed.has("tab") && state.tab !== "route")) draw("reach", []);
  if (["from", "to", "mode", "tab"].some(k => changed.has(k))) {
    if (state.tab === "look") draw("route", []);
    refresh();
  }
});
