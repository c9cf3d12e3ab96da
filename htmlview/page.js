
"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const $ = id => document.getElementById(id);
const make = (tag, text, attributes = {}) => {
  const e = document.createElement(tag);
  if (text !== undefined) e.textContent = text;
  for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v);
  return e;
};
const count = n => n.toLocaleString("en-US");
const size = n => n < 1000 ? n + " B" : n < 1e6 ? (n / 1e3).toPrecision(3) + " kB" : n < 1e9 ? (n / 1e6).toPrecision(3) + " MB" : (n / 1e9).toPrecision(3) + " GB";

// --- The map. Positions are in Web Mercator, from 0 to 1 eastwards and southwards.
const mercatorX = lon => (lon + 180) / 360;
const mercatorY = lat => { const s = Math.sin(Math.max(-85, Math.min(85, lat)) * Math.PI / 180); return 0.5 - Math.log((1 + s) / (1 - s)) / (4 * Math.PI); };
const canvas = $("map"), context = canvas.getContext("2d");
const view = { x: 0.5, y: 0.5, scale: 512 }; // the centre, and pixels for the whole world
let streets = null; // columns, see unpack

const classColours = [
  [/^motorway/, "#c2410c", 2.6], [/^trunk/, "#d97706", 2.4], [/^primary/, "#ca9a04", 2.1], [/^secondary/, "#8a8f1e", 1.7], [/^tertiary/, "#5f7f5f", 1.4],
  [/^(unclassified|residential|living_street|road)/, "#66707a", 1], [/^service/, "#a3abb3", .7], [/^track/, "#a98b63", .8],
  [/^(footway|path|pedestrian|steps|corridor|platform|bridleway|elevator)/, "#b4659a", .8], [/^cycleway/, "#2f7fc1", .9], [/^(ferry|shuttle_train|busway)/, "#0e7490", 1.2],
];
const classStyle = data.streets.classes.map(name => {
  const i = classColours.findIndex(c => c[0].test(name));
  return i < 0 ? { colour: "#999", width: .7, rank: 99 } : { colour: classColours[i][1], width: classColours[i][2], rank: i };
});
const componentColours = ["#9aa3ab", "#d62728", "#1f77b4", "#2ca02c", "#9467bd", "#ff7f0e", "#8c564b", "#e377c2", "#17becf", "#bcbd22"];

const layers = [
  { key: "issues", name: "issues", colour: "#dc2626", on: true, rows: data.issues.shown.filter(x => x.at), total: Object.values(data.issue_counts || {}).reduce((a, b) => a + b, 0), text: x => x.code + "\n" + (x.object || "") + " " + x.message },
  { key: "turns", name: "turn restrictions", colour: "#7c3aed", on: false, rows: data.turns.shown || [], total: data.turns.total, text: x => (x.relation ? "relation/" + x.relation + "\n" : "") + x.text },
  { key: "barriers", name: "barriers", colour: "#92400e", on: false, rows: data.barriers.shown || [], total: data.barriers.total, text: x => (x.node ? "node/" + x.node + "\n" : "") + x.text },
  { key: "stops", name: "stops", colour: "#0369a1", on: true, rows: (data.stops.shown || []).filter(x => x.linked), total: data.stops.total, text: x => x.name + "\n" + x.id + ", " + x.type },
  { key: "unlinked", name: "stops not reached", colour: "#ea580c", on: true, rows: (data.stops.shown || []).filter(x => !x.linked), text: x => x.name + "\n" + x.id + ", " + x.type + ", reached from no street" },
];
for (const l of layers) {
  l.points = l.rows.map(r => [mercatorX(r.at[0]), mercatorY(r.at[1])]);
  const label = make("label"), box = make("input", undefined, { type: "checkbox" });
  box.checked = l.on;
  box.onchange = () => { l.on = box.checked; draw(); };
  label.append(box, " ", make("span", "", { class: "dot", style: "background:" + l.colour }), l.name + " " + count(l.rows.length));
  $("layers").append(label);
}

// unpack reads the streets: see streetWriter in the program for their form.
async function unpack() {
  const raw = Uint8Array.from(atob(data.streets.data), c => c.charCodeAt(0));
  const stream = new Blob([raw]).stream().pipeThrough(new DecompressionStream("gzip"));
  const b = new Uint8Array(await new Response(stream).arrayBuffer());
  const n = data.streets.shown;
  const s = { n, cls: new Uint8Array(n), forward: new Uint8Array(n), backward: new Uint8Array(n), component: new Uint8Array(3 * n), limit: new Uint32Array(n), way: new Float64Array(n),
    first: new Uint32Array(n + 1), x: new Float32Array(data.streets.points), y: new Float32Array(data.streets.points), box: new Float32Array(4 * n), order: null };
  let at = 0, way = 0, lon = 0, lat = 0, k = 0;
  const uvarint = () => { let v = 0, f = 1; for (;;) { const c = b[at++]; v += (c & 127) * f; if (c < 128) return v; f *= 128; } };
  const varint = () => { const v = uvarint(); return v % 2 ? -(v + 1) / 2 : v / 2; };
  const w = data.meta.bounds;
  s.originX = mercatorX((w[0] + w[2]) / 2); s.originY = mercatorY((w[1] + w[3]) / 2); // floats keep centimetres around it
  for (let i = 0; i < n; i++) {
    s.cls[i] = b[at++]; s.forward[i] = b[at++]; s.backward[i] = b[at++];
    for (let m = 0; m < 3; m++) s.component[3 * i + m] = b[at++];
    s.limit[i] = uvarint();
    const points = uvarint();
    way += varint(); s.way[i] = way;
    s.first[i] = k;
    let x0 = Infinity, y0 = Infinity, x1 = -Infinity, y1 = -Infinity;
    for (let p = 0; p < points; p++, k++) {
      lon += varint(); lat += varint();
      const x = s.x[k] = mercatorX(lon / 1e6) - s.originX, y = s.y[k] = mercatorY(lat / 1e6) - s.originY;
      x0 = Math.min(x0, x); x1 = Math.max(x1, x); y0 = Math.min(y0, y); y1 = Math.max(y1, y);
    }
    s.box.set([x0, y0, x1, y1], 4 * i);
  }
  s.first[n] = k;
  s.order = Uint32Array.from({ length: n }, (_, i) => i).sort((i, j) => classStyle[s.cls[j]].rank - classStyle[s.cls[i]].rank || i - j);
  streets = s;
}

// styleOf returns colour and width of a street, null where it is not shown.
function styleOf(i, by, mode) {
  const s = streets, modes = s.forward[i] | s.backward[i];
  if (mode >= 0 && !(modes >> mode & 1)) return null;
  if (by === "class") return classStyle[s.cls[i]];
  if (by === "component") {
    const c = s.component[3 * i + Math.max(mode, 0)];
    if (c === 255) return null;
    return { colour: c === 0 ? componentColours[0] : componentColours[1 + (c - 1) % (componentColours.length - 1)], width: c === 0 ? .8 : 2.2 };
  }
  const m = Math.max(mode, 0), along = s.forward[i] >> m & 1, against = s.backward[i] >> m & 1;
  if (!along && !against) return null;
  return along && against ? { colour: "#9aa3ab", width: .8 } : { colour: "#c2410c", width: 1.5 };
}

let pending = false;
function draw() {
  if (pending) return;
  pending = true;
  requestAnimationFrame(() => { pending = false; paint(); });
}

function paint() {
  const ratio = window.devicePixelRatio || 1, w = canvas.clientWidth, h = canvas.clientHeight;
  if (canvas.width !== Math.round(w * ratio) || canvas.height !== Math.round(h * ratio)) { canvas.width = Math.round(w * ratio); canvas.height = Math.round(h * ratio); }
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, w, h);
  if (streets) paintStreets(w, h);
  for (const l of layers) if (l.on) paintLayer(l, w, h);
}

function paintStreets(w, h) {
  const s = streets, by = $("colour").value, mode = +$("mode").value, scale = view.scale;
  const cx = view.x - s.originX, cy = view.y - s.originY, rx = w / 2 / scale, ry = h / 2 / scale;
  const grow = Math.max(.55, Math.min(3, Math.log2(scale / 2e5) * .42 + .2));
  context.lineJoin = "round";
  let colour = "", width = 0;
  context.beginPath();
  for (const i of s.order) {
    const b = 4 * i;
    if (s.box[b] > cx + rx || s.box[b + 2] < cx - rx || s.box[b + 1] > cy + ry || s.box[b + 3] < cy - ry) continue;
    const style = styleOf(i, by, mode);
    if (!style) continue;
    if (style.colour !== colour || style.width !== width) {
      context.stroke();
      context.beginPath();
      colour = style.colour; width = style.width;
      context.strokeStyle = colour; context.lineWidth = width * grow;
    }
    let px = Infinity, py = Infinity;
    const last = s.first[i + 1] - 1;
    for (let k = s.first[i]; k <= last; k++) {
      const x = (s.x[k] - cx) * scale + w / 2, y = (s.y[k] - cy) * scale + h / 2;
      if (px === Infinity) context.moveTo(x, y);
      else if (k < last && Math.abs(x - px) + Math.abs(y - py) < .8) continue; // too near to be seen
      else context.lineTo(x, y);
      px = x; py = y;
    }
  }
  context.stroke();
}

function paintLayer(l, w, h) {
  const radius = view.scale > 2e6 ? 4.5 : 3;
  context.fillStyle = l.colour;
  context.strokeStyle = "#fff";
  context.lineWidth = 1;
  for (const [x, y] of l.points) {
    const px = (x - view.x) * view.scale + w / 2, py = (y - view.y) * view.scale + h / 2;
    if (px < -9 || py < -9 || px > w + 9 || py > h + 9) continue;
    context.beginPath();
    context.arc(px, py, radius, 0, 7);
    context.fill();
    context.stroke();
  }
}

function showAll() {
  const b = data.meta.bounds, x0 = mercatorX(b[0]), x1 = mercatorX(b[2]), y0 = mercatorY(b[3]), y1 = mercatorY(b[1]);
  view.x = (x0 + x1) / 2; view.y = (y0 + y1) / 2;
  view.scale = .94 * Math.min(canvas.clientWidth / Math.max(x1 - x0, 1e-7), canvas.clientHeight / Math.max(y1 - y0, 1e-7));
  draw();
}

function zoom(factor, px = canvas.clientWidth / 2, py = canvas.clientHeight / 2) {
  const dx = px - canvas.clientWidth / 2, dy = py - canvas.clientHeight / 2, before = view.scale;
  view.scale = Math.max(256, Math.min(4e9, view.scale * factor));
  view.x += dx / before - dx / view.scale;
  view.y += dy / before - dy / view.scale;
  draw();
}

function goTo(at) {
  view.x = mercatorX(at[0]); view.y = mercatorY(at[1]); view.scale = Math.max(view.scale, 6e7);
  canvas.scrollIntoView({ block: "center" });
  draw();
}

// found returns what is under the pointer: an object of a layer, else the nearest street.
function found(px, py) {
  const w = canvas.clientWidth, h = canvas.clientHeight;
  for (const l of layers.filter(l => l.on).reverse()) {
    const i = l.points.findIndex(([x, y]) => Math.hypot((x - view.x) * view.scale + w / 2 - px, (y - view.y) * view.scale + h / 2 - py) < 7);
    if (i >= 0) return l.text(l.rows[i]);
  }
  if (!streets || view.scale < 3e6) return "";
  const s = streets, x = (px - w / 2) / view.scale + view.x - s.originX, y = (py - h / 2) / view.scale + view.y - s.originY, reach = 6 / view.scale;
  const by = $("colour").value, mode = +$("mode").value;
  let best = reach, hit = -1;
  for (let i = 0; i < s.n; i++) {
    const b = 4 * i;
    if (s.box[b] > x + reach || s.box[b + 2] < x - reach || s.box[b + 1] > y + reach || s.box[b + 3] < y - reach || !styleOf(i, by, mode)) continue;
    for (let k = s.first[i]; k < s.first[i + 1] - 1; k++) {
      const dx = s.x[k + 1] - s.x[k], dy = s.y[k + 1] - s.y[k], t = Math.max(0, Math.min(1, ((x - s.x[k]) * dx + (y - s.y[k]) * dy) / (dx * dx + dy * dy || 1)));
      const d = Math.hypot(s.x[k] + t * dx - x, s.y[k] + t * dy - y);
      if (d < best) { best = d; hit = i; }
    }
  }
  if (hit < 0) return "";
  const names = m => ["walk", "bike", "car"].filter((_, i) => m >> i & 1).join(", ") || "nobody";
  const c = ["walk", "bike", "car"].map((m, i) => [m, s.component[3 * hit + i]]).filter(c => c[1] !== 255 && c[1] !== 0).map(c => "component " + (c[1] === 254 ? "254 or higher" : c[1]) + " of " + c[0]);
  return (s.way[hit] ? "way/" + s.way[hit] + " " : "") + data.streets.classes[s.cls[hit]] + "\nalong: " + names(s.forward[hit]) + "\nagainst: " + names(s.backward[hit]) + (s.limit[hit] ? "\n" + data.streets.limits[s.limit[hit]] : "") + (c.length ? "\n" + c.join("\n") : "");
}

let drag = null;
canvas.onpointerdown = e => { drag = [e.clientX, e.clientY]; canvas.setPointerCapture(e.pointerId); };
canvas.onpointerup = () => { drag = null; };
canvas.onpointermove = e => {
  const tip = $("tip");
  if (drag) {
    view.x -= (e.clientX - drag[0]) / view.scale; view.y -= (e.clientY - drag[1]) / view.scale;
    drag = [e.clientX, e.clientY]; tip.hidden = true;
    return draw();
  }
  const box = canvas.getBoundingClientRect(), x = e.clientX - box.left, y = e.clientY - box.top, text = found(x, y);
  tip.hidden = !text; tip.textContent = text;
  tip.style.left = Math.min(x + 14, box.width - 250) + "px"; tip.style.top = Math.min(y + 14, box.height - 90) + "px";
};
canvas.onpointerleave = () => { $("tip").hidden = true; };
canvas.addEventListener("wheel", e => { e.preventDefault(); const b = canvas.getBoundingClientRect(); zoom(Math.exp(-e.deltaY / 350), e.clientX - b.left, e.clientY - b.top); }, { passive: false });
canvas.onkeydown = e => {
  const step = 60 / view.scale, moves = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] };
  if (e.key === "+" || e.key === "-") zoom(e.key === "+" ? 1.5 : 1 / 1.5);
  else if (moves[e.key]) { view.x += moves[e.key][0]; view.y += moves[e.key][1]; draw(); e.preventDefault(); }
};
$("in").onclick = () => zoom(1.7);
$("out").onclick = () => zoom(1 / 1.7);
$("all").onclick = showAll;
$("colour").onchange = $("mode").onchange = () => { legend(); draw(); };
new ResizeObserver(draw).observe(canvas);

function legend() {
  const rows = { class: classColours.map(c => [c[1], String(c[0]).replace(/[/^()]/g, "").replace(/\|/g, ", ")]),
    component: [["#9aa3ab", "the largest"], ["#d62728", "others, in colours"]],
    direction: [["#9aa3ab", "both ways"], ["#c2410c", "one way"]] }[$("colour").value];
  $("legend").replaceChildren(...rows.map(r => { const d = make("div"); d.append(make("span", "", { class: "dash", style: "background:" + r[0] }), r[1]); return d; }));
}

// --- Sizes: a squarified treemap (M. Bruls, K. Huizing, J. van Wijk, 2000), tables and in them columns.
function squarify(items, x, y, w, h, place) {
  let total = items.reduce((a, i) => a + i.bytes, 0), start = 0;
  while (start < items.length && total > 0) {
    const short = Math.min(w, h), area = w * h;
    let end = start, sum = 0, worst = Infinity;
    while (end < items.length) {
      const next = sum + items[end].bytes, side = next / total * area / short;
      const ratio = Math.max(...items.slice(start, end + 1).map(i => { const l = i.bytes / next * short; return Math.max(l / side, side / l); }));
      if (ratio > worst) break;
      worst = ratio; sum = next; end++;
    }
    const side = sum / total * area / short;
    let at = 0;
    for (const i of items.slice(start, end)) {
      const l = i.bytes / sum * short;
      if (w >= h) place(i, x, y + at, side, l); else place(i, x + at, y, l, side);
      at += l;
    }
    if (w >= h) { x += side; w -= side; } else { y += side; h -= side; }
    total -= sum; start = end;
  }
}

function treemap() {
  const box = $("treemap"), tables = new Map();
  for (const s of data.sections) {
    if (!tables.has(s.table)) tables.set(s.table, { name: s.table, bytes: 0, columns: [] });
    const t = tables.get(s.table);
    t.bytes += s.bytes; t.columns.push({ name: s.column, bytes: s.bytes });
  }
  const sorted = list => list.filter(i => i.bytes > 0).sort((a, b) => b.bytes - a.bytes);
  const colours = ["#2563a8", "#0f766e", "#7c3aed", "#b45309", "#be185d", "#4d7c0f", "#475569"];
  box.replaceChildren();
  sorted([...tables.values()]).forEach((t, n) => { t.colour = colours[Math.min(n, colours.length - 1)]; });
  squarify(sorted([...tables.values()]), 0, 0, box.clientWidth, box.clientHeight, (t, x, y, w, h) =>
    squarify(sorted(t.columns), x, y, w, h, (c, x, y, w, h) => {
      const text = t.name + "." + c.name + "\n" + size(c.bytes) + ", " + (100 * c.bytes / data.file_bytes).toFixed(1) + " %";
      const named = w > 60 && h > 22, d = make("div", named ? text.replace("\n", " ") : "", { title: text, class: named ? "named" : "" });
      Object.assign(d.style, { left: x + "px", top: y + "px", width: w + "px", height: h + "px", background: t.colour });
      box.append(d);
    }));
}

// --- Histograms, counts, calendar.
function bars(id, counts, label) {
  const most = Math.max(...counts, 1);
  (counts || []).forEach((n, i) => {
    const row = make("div"), bar = make("i");
    bar.style.width = n ? 100 * n / most + "%" : "0";
    row.append(make("span", label(i)), make("span", count(n)), bar);
    $(id).append(row);
  });
}

function tableOf(id, head, rows) {
  const row = (tag, cells) => { const tr = make("tr"); tr.append(...cells.map(c => c instanceof Node ? c : make(tag, c, /^[\d,.]+$/.test(c) ? { class: "n" } : {}))); return tr; };
  $(id).replaceChildren(...(head ? [row("th", head)] : []), ...rows.map(r => row("td", r)));
}

function counts() {
  const s = data.meta.stats, t = s.transit, rows = [], by = o => Object.entries(o || {}).sort((a, b) => b[1] - a[1]).map(e => e[0] + " " + count(e[1])).join(", ");
  rows.push(["vertices", count(s.vertices.total), by(s.vertices.by_type)], ["edges", count(s.edges.total), by(s.edges.by_type)], ["", "", by(s.edges.by_mode)]);
  rows.push(["streets", count(Math.round(s.edges.length_m / 1000)), "km"], ["turn restrictions", count(s.turn_restrictions.total), "via ways " + count(s.turn_restrictions.way_via)]);
  for (const m of ["walk", "bike", "car"]) if (s.components[m]) rows.push(["components " + m, count(s.components[m].count), "the largest has " + count(s.components[m].largest_vertices) + " vertices"]);
  if (t) rows.push(["stops", count(t.stops), "linked " + count(t.stops_linked)], ["trips", count(t.trips), "stop times " + count(t.stop_times) + ", routes " + count(t.routes)], ["services", count(t.services), (t.first_day || "") + " to " + (t.last_day || "")]);
  tableOf("counts", null, rows);
}

function calendar() {
  const t = data.meta.stats.transit;
  if (!t || !t.trips_by_day) return;
  $("calendarbox").hidden = false;
  const cell = 12, first = new Date(t.first_day + "T00:00:00Z"), most = Math.max(...t.trips_by_day), shift = (first.getUTCDay() + 6) % 7;
  const c = make("canvas"), weeks = Math.ceil((t.trips_by_day.length + shift) / 7), ratio = window.devicePixelRatio || 1, g = c.getContext("2d");
  c.width = (weeks * cell + 40) * ratio; c.height = (7 * cell + 20) * ratio;
  c.style.width = weeks * cell + 40 + "px"; c.style.height = 7 * cell + 20 + "px";
  g.scale(ratio, ratio);
  g.font = "11px system-ui, sans-serif";
  g.fillStyle = "#66707a";
  ["Mon", "Wed", "Fri", "Sun"].forEach((d, i) => g.fillText(d, 0, 24 + 2 * i * cell));
  t.trips_by_day.forEach((n, i) => {
    const day = new Date(first.getTime() + i * 864e5), column = Math.floor((i + shift) / 7), row = (i + shift) % 7;
    if (i === 0 || day.getUTCDate() === 1 && day.getUTCMonth() % 3 === 0) { g.fillStyle = "#66707a"; g.fillText(day.toISOString().slice(0, 7), 32 + column * cell, 10); }
    g.fillStyle = n ? `hsl(211 64% ${88 - 55 * n / most}%)` : "#f0d9d5";
    g.fillRect(32 + column * cell, 15 + row * cell, cell - 1.5, cell - 1.5);
  });
  $("calendar").append(c, make("div", "from 0 (red) to " + count(most) + " trips a day"));
}

// --- Issues: by code, a page at a time. The counts are those of all, the rows those that the file holds.
const perPage = 50;
const issueView = { code: "", page: 0 };
function issues() {
  const byCode = Object.entries(data.issue_counts || {}).sort((a, b) => b[1] - a[1]), total = byCode.reduce((a, b) => a + b[1], 0);
  $("issuebar").replaceChildren(...[["", total], ...byCode].map(([code, n]) => {
    const b = make("button", (code || "all") + " " + count(n), { type: "button", "aria-pressed": String(code === issueView.code) });
    b.onclick = () => { issueView.code = code; issueView.page = 0; issues(); };
    return b;
  }));
  const rows = (data.issues.shown || []).filter(x => !issueView.code || x.code === issueView.code), from = issueView.page * perPage;
  const shown = rows.slice(from, from + perPage);
  tableOf("issues", ["", "code", "object", "message", "file"], shown.map(x => {
    const td = make("td");
    if (x.at) { const b = make("button", "map", { type: "button" }); b.onclick = () => goTo(x.at); td.append(b); }
    return [td, ["info", "warning", "error"][x.severity] + " " + x.code, x.object || "", x.message, (x.file || "") + (x.line ? ":" + x.line : "")];
  }));
  const page = (text, step) => { const b = make("button", text, { type: "button" }); b.disabled = from + step * perPage < 0 || from + step * perPage >= rows.length; b.onclick = () => { issueView.page += step; issues(); }; return b; };
  const counted = issueView.code ? data.issue_counts[issueView.code] : total;
  $("pages").replaceChildren(page("previous", -1), " ", page("next", 1), total === 0 ? " none" :
    ` ${count(Math.min(from + 1, rows.length))} to ${count(from + shown.length)} of ${count(rows.length)} samples; ${count(counted)} counted`);
}

function about() {
  document.title = $("title").textContent = data.title;
  $("about").textContent = size(data.file_bytes) + ", " + data.meta.builder + ", content " + data.content_hash;
  $("notice").textContent = data.notice;
  const s = data.streets, notes = [];
  if (s.shown < s.total) notes.push(`the map shows ${count(s.shown)} of ${count(s.total)} streets: those of the higher classes`);
  for (const l of layers) if (l.total > l.rows.length && l.key !== "stops") notes.push(`the map shows ${count(l.rows.length)} of ${count(l.total)} ${l.name}` + (l.key === "issues" ? ": the samples that have a place" : ""));
  const stops = data.stops.shown || [];
  if (stops.length < data.stops.total) notes.push(`${count(stops.length)} of ${count(data.stops.total)} stops are shown`);
  $("mapnote").textContent = notes.join("; ");
  tableOf("inputs", ["input", "size", "kind", "of", "SHA-256"], (data.meta.inputs || []).map(i => [i.name + (i.label ? " (" + i.label + ")" : ""), size(i.bytes), i.kind, i.osm_timestamp || i.feed_version || "", i.sha256]));
}

const metres = bits => bits >= 10 ? 2 ** (bits - 10) + " km" : 2 ** bits + " m";
about();
legend();
counts();
bars("degrees", data.meta.stats.degree_histogram || [], i => i === 9 ? "9 or more" : String(i));
bars("lengths", data.meta.stats.length_histogram || [], i => i === 0 ? "under 1 m" : metres(i - 1) + " to " + metres(i));
calendar();
issues();
treemap();
window.addEventListener("resize", treemap);
showAll();
unpack().then(showAll);
