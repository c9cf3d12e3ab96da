// The card with the facts of what was clicked.

import { ask, latest } from "./api.js";
import { $, glyphs, h, icon, listed, metres, minutes } from "./dom.js";
import { draw, fit } from "./map.js";
import { onChange, state, update } from "./state.js";
import { dots } from "./style.js";

const once = latest();
const osm = (kind, id) => h("a", { href: `https://www.openstreetmap.org/${kind}/${id}`, target: "_blank", rel: "noopener noreferrer" }, `${kind}/${id}`);
const words = text => text.replaceAll("_", " ").replaceAll("/", ", ");
const capital = text => text.charAt(0).toUpperCase() + text.slice(1);

// inspect shows what was clicked, or hides the card where nothing was.
export function inspect(at, features) {
  const f = features[0];
  if (!f) return unselect();
  if (f.layer === "streets") return f.id === undefined ? unselect() : inspectEdge(2 * f.id, f);
  update({ edge: null });
  draw("selected", []);
  const [title, kind, rows] = described[f.layer](f.properties, f);
  card(title, kind, rows);
}

const described = {
  stops: p => [p.name || p.id, p.type === "station" ? "Station" : "Stop", [
    ["Id", p.id], ["Linked to a street", p.linked ? "yes" : "no"], p.count > 1 && ["Stops here", `${p.count}; zoom in to see each`],
  ]],
  restrictions: p => [`${p.kind === "only" ? "Only" : "No"} turn`, "Turn restriction", [
    ["From", p.from], ["To", p.to], p.via_ways > 0 && ["By way of", `${p.via_ways} edges`], ["For", p.modes], p.condition && ["When", p.condition], p.relation && ["OpenStreetMap", osm("relation", p.relation)],
  ]],
  issues: p => [capital(words(p.code)), ["Info", "Warning", "Error"][p.severity] ?? "Issue", [
    ["Message", p.message], p.object && ["Object", object(p.object)], p.file && ["File", p.line ? `${p.file}, line ${p.line}` : p.file], p.action && ["What was done", p.action],
  ]],
  vertices: (p, f) => [`Vertex ${f.id}`, capital(words(p.type)), [p.node && ["OpenStreetMap", osm("node", p.node)], p.pass !== undefined && ["Open to", p.pass || "nobody"]]],
  links: p => [p.stop, "Link of a stop to its street", [["Distance", metres(p.distance_m)], ["For", p.modes], ["Pair", String(p.pair)]]],
};

// object links an object of OpenStreetMap by its name.
function object(name) {
  const m = /^(node|way|relation)\/(\d+)$/.exec(name);
  return m ? osm(m[1], m[2]) : name;
}

// inspectEdge shows both directions of an edge. What the tile says is shown at once, the rest when the server has said it. An edge
// that is not of a tile comes into view, unless the view is to stay.
export async function inspectEdge(edge, f, stay) {
  const pair = Math.floor(edge / 2);
  update({ edge });
  if (f) {
    draw("selected", [{ type: "Feature", properties: {}, geometry: f.geometry }]);
    card(listed(f.properties.name) ?? capital(words(f.properties.class)), words(f.properties.class), roughRows(f.properties, pair));
  }
  try {
    const both = await once(signal => Promise.all([ask(`edge/v1/${2 * pair}`, { signal }), ask(`edge/v1/${2 * pair + 1}`, { signal })]));
    if (!both || state.edge !== edge) return;
    const [along, against] = both.map(x => x.edge && typeof x.edge === "object" ? x.edge : x);
    draw("selected", [{ type: "Feature", properties: {}, geometry: { type: "LineString", coordinates: along.geometry } }]);
    card(listed(along.name) || capital(words(along.class)), words(along.class), rowsOf(along, against, pair, f?.properties));
    if (!f && !stay) fit(along.geometry);
  } catch (e) {
    if (!f) card(`Edge ${edge}`, "", [["", e.message]]);
  }
}

const modes = [["car", "Car"], ["bike", "Bike"], ["walk", "Foot"]];

// roughRows are the facts that are on the tile.
function roughRows(p, pair) {
  const way = n => ["", "one way", "one way", "both ways"][n] ?? "";
  return [
    p.way && ["OpenStreetMap", osm("way", p.way)],
    ...modes.map(([m, name]) => [name, p[m] ? way(p[m]) + (m === "car" && p.kmh ? `, ${p.kmh} km/h` : "") : "no"]),
    ["Edges", `${2 * pair}, ${2 * pair + 1}`],
  ];
}

const compass = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];

// heading says where a line leads, from its first to its last point.
function heading(line) {
  const a = line[0], b = line[line.length - 1], angle = Math.atan2((b[0] - a[0]) * Math.cos(a[1] * Math.PI / 180), b[1] - a[1]);
  return compass[(Math.round(angle / (Math.PI / 4)) + 8) % 8];
}

function rowsOf(along, against, pair, onTile) {
  const rows = [["Length", metres(along.length_m)], ...modes.map(([m, name]) => [name, accessOf(m, along, against)])];
  const others = [...new Set([...along.modes, ...against.modes])].filter(m => !modes.some(([known]) => known === m));
  if (others.length) rows.push(["Also", others.join(", ")]);
  if (along.flags?.length) rows.push(["Is", along.flags.map(words).join(", ")]);
  if (along.duration_s) rows.push(["Takes", minutes(along.duration_s)]);
  if (along.ascent_m !== undefined) rows.push(["Climb", `${along.ascent_m} m up, ${along.descent_m ?? 0} m down`]);
  for (const [m, text] of Object.entries({ ...against.conditional, ...along.conditional })) rows.push([`At times, ${m}`, text]);
  for (const [k, v] of Object.entries(along.attributes ?? {})) rows.push([capital(words(k)), String(v)]);
  const islands = onTile ? modes.filter(([m]) => onTile[m + "_part"] > 0) : [];
  if (islands.length) rows.push(["Island", islands.map(([m, name]) => `${name.toLowerCase()} ${onTile[m + "_part"]}`).join(", ")]);
  if (along.way_id) rows.push(["OpenStreetMap", osm("way", along.way_id)]);
  rows.push(["From, to", [end(along.from_node, along.from), ", ", end(along.to_node, along.to)]], ["Edges", `${2 * pair}, ${2 * pair + 1}`]);
  return rows;
}

const end = (node, vertex) => node ? osm("node", node) : `vertex ${vertex}`;

// accessOf says which way a mode may go, how fast, and to whom it is limited.
function accessOf(m, along, against) {
  const there = along.modes.includes(m), back = against.modes.includes(m);
  if (!there && !back) return "no";
  const open = there ? along : against;
  const speeds = [there && along.speed_kmh?.[m], back && against.speed_kmh?.[m]].filter(Boolean).map(Math.round);
  const speed = speeds.length === 0 ? "" : speeds.every(s => s === speeds[0]) ? `, ${speeds[0]} km/h` : `, ${speeds.join(" and ")} km/h`;
  const limit = open.restricted_access?.[m];
  return (there && back ? "both ways" : `${heading(open.geometry)} only`) + speed + (limit ? `, ${words(limit)}` : "");
}

// card shows a title, what it is, and rows of facts.
function card(title, kind, rows) {
  const c = $("card"), colour = dots[kind]?.colour;
  c.replaceChildren(
    h("button", { type: "button", class: "icon close", "aria-label": "Close", onclick: unselect }, icon(glyphs.close)),
    h("h2", { style: colour && `color:${colour}` }, title),
    h("p", { class: "kind" }, kind.toLowerCase() === title.toLowerCase() ? "" : kind),
    h("dl", {}, rows.filter(Boolean).map(([name, value]) => [h("dt", {}, name), h("dd", {}, value)])),
  );
  c.hidden = false;
  document.body.dataset.card = "";
}

// unselect hides the card.
export function unselect() {
  $("card").hidden = true;
  delete document.body.dataset.card;
  draw("selected", []);
  update({ edge: null });
}

onChange(changed => { if (changed.has("edge") && state.edge === null) { $("card").hidden = true; delete document.body.dataset.card; } });
