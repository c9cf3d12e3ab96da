// The tab for journeys by transit.

import { ask, latest } from "./api.js";
import { $, clock, glyphs, h, icon, lasting, metres, minutes, reveal, segments } from "./dom.js";
import { ends, failure, named } from "./ends.js";
import { bring, draw, fit } from "./map.js";
import { onChange, state, update } from "./state.js";

const once = latest();
const windowS = 3600; // of departures, or of arrivals
let journeys = [], notes = [], chosen = 0, transit = null;

export function showPlan(info) {
  transit = info.transit?.trips ? info.transit : null;
  if (!transit) {
    $("plan").replaceChildren(h("p", { class: "hint" }, "This graph has no timetable. Build it with a GTFS feed to plan journeys."));
    return;
  }
  if (!state.time) update({ time: firstTime() });
  const when = h("input", { type: "datetime-local", id: "when", value: state.time, min: `${transit.first_day}T00:00`, max: `${transit.last_day}T23:59`, "aria-label": "Day and time",
    onchange: () => { if (when.value) update({ time: when.value.slice(0, 16) }); } });
  $("plan").replaceChildren(
    ends("plan"),
    h("div", { class: "when" }, segments("Time of", [["depart", "Depart"], ["arrive", "Arrive"]], state.arrive ? "arrive" : "depart", v => update({ arrive: v === "arrive" })), when),
    h("div", { id: "plan-answer", "aria-live": "polite" }),
  );
  refresh();
}

// firstTime is the next quarter of an hour, or a morning within the timetable.
function firstTime() {
  const now = new Date(Math.ceil(Date.now() / 9e5) * 9e5), two = n => String(n).padStart(2, "0");
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  if (day < transit.first_day || day > transit.last_day) return `${transit.busiest_day ?? transit.first_day}T08:00`;
  return `${day}T${two(now.getHours())}:${two(now.getMinutes())}`;
}

async function refresh() {
  if (state.tab !== "plan" || !$("plan-answer")) return;
  if (!state.from || !state.to) {
    draw("route", []);
    bring([state.from, state.to]);
    $("plan-answer").replaceChildren(h("p", { class: "hint" }, state.from ? "Now click where it goes to." : "Click the map where the journey begins."));
    return;
  }
  try {
    const found = await once(signal => ask(`plan/v1?from=${state.from}&to=${state.to}&${state.arrive ? "arrive" : "depart"}=${state.time}&window_s=${windowS}`, { signal }));
    if (!found) return;
    if (found.status && found.status !== "ok") throw Object.assign(new Error(sayings[found.status] ?? found.status), { reason: found.error });
    notes = found.notes ?? [];
    journeys = [found, ...(found.alternatives ?? [])];
    choose(0);
    reveal($("plan-answer"));
  } catch (e) {
    draw("route", []);
    bring([state.from, state.to]);
    $("plan-answer").replaceChildren(...failure(e));
  }
}

const sayings = {
  no_route: "There is no journey between these places at this time.",
  no_snap: "No street or stop is near one of the places.",
};

const colourOf = leg => leg.route_color && !/^(ffffff|0{0,6})$/i.test(leg.route_color) ? "#" + leg.route_color : "#0f7b6c";
const inkOf = leg => leg.route_color && leg.route_text_color ? "#" + leg.route_text_color : "#fff";
const isRide = leg => leg.mode === "transit";

// choose draws one of the journeys and shows its legs.
function choose(i) {
  chosen = i;
  $("plan-answer").replaceChildren(h("ul", { class: "journeys" }, journeys.map((j, n) => h("li", { class: n === chosen ? "open" : "" }, summaryOf(j, n), n === chosen && legsOf(j)))),
    ...notes.map(note => h("p", { class: "hint" }, named(note))));
  const legs = journeys[i].legs ?? [], features = [];
  for (const leg of legs) {
    if (!leg.geometry?.length) continue;
    features.push({ type: "Feature", properties: isRide(leg) ? { kind: "ride", colour: colourOf(leg) } : { kind: "walk" }, geometry: { type: "LineString", coordinates: leg.geometry } });
  }
  for (const leg of legs.filter(isRide)) {
    for (const at of [leg.geometry?.[0], leg.geometry?.at(-1)]) if (at) features.push({ type: "Feature", properties: { kind: "stop", colour: colourOf(leg) }, geometry: { type: "Point", coordinates: at } });
  }
  draw("route", features);
  fit([state.from, ...legs.flatMap(l => l.geometry ?? []), state.to]);
}

// summaryOf is a journey in a line: when, how long, and by what.
function summaryOf(j, n) {
  const walk = !(j.legs ?? []).some(isRide);
  return h("button", { type: "button", class: "journey", "aria-expanded": String(n === chosen), onclick: () => choose(n) },
    h("span", { class: "times" }, `${clock(j.depart)} – ${clock(j.arrive)}`), h("span", { class: "long" }, lasting(j)),
    h("span", { class: "rides" }, walk ? h("span", { class: "foot" }, icon(glyphs.walk), "walk all the way") : (j.legs ?? []).map(leg => isRide(leg)
      ? h("span", { class: "ride", style: `--c:${colourOf(leg)};--ink:${inkOf(leg)}` }, leg.route_name || leg.route_id)
      : leg.duration_s >= 60 && h("span", { class: "foot" }, icon(glyphs.walk, "Walk"), minutes(leg.duration_s)))));
}

// legsOf lists the legs of a journey with their times.
function legsOf(j) {
  return h("ol", { class: "legs" }, (j.legs ?? []).map(leg => isRide(leg) ? rideOf(leg) : walkOf(leg)));
}

const stopName = (leg, end) => leg[`${end}_stop_name`] ?? leg.stops?.at(end === "from" ? 0 : -1)?.name ?? leg[`${end}_stop`] ?? "";

function rideOf(leg) {
  const between = (leg.stops?.length ?? 0) - 2;
  return h("li", { class: "leg", style: `--c:${colourOf(leg)};--ink:${inkOf(leg)}` },
    h("time", {}, clock(leg.depart)), h("div", {}, h("strong", {}, stopName(leg, "from")),
      h("p", {}, h("span", { class: "ride" }, leg.route_name || leg.route_id), leg.headsign && ` towards ${leg.headsign}`),
      between > 0 && h("details", {}, h("summary", {}, `${between} ${between === 1 ? "stop" : "stops"} between`), h("ul", {}, leg.stops.slice(1, -1).map(s => h("li", {}, `${clock(s.departure)} ${s.name ?? s.stop_name ?? s.stop_id}`)))),
      h("small", {}, [minutes(leg.duration_s), leg.realtime && "live", leg.headway_s && `every ${minutes(leg.headway_s)}`, leg.stay_seated && "stay seated"].filter(Boolean).join(", "))),
    h("time", { class: "off" }, clock(leg.arrive)), h("div", {}, h("strong", {}, stopName(leg, "to"))));
}

function walkOf(leg) {
  return h("li", { class: "leg walk" }, h("time", {}, clock(leg.depart)), h("div", {}, `Walk ${metres(leg.distance_m)}, ${minutes(leg.duration_s)}`));
}

onChange(changed => {
  if (["from", "to", "time", "arrive", "tab"].some(k => changed.has(k))) refresh();
});
