// The map itself: what is drawn, where it looks, and what is clicked.

import { AttributionControl, Map as View, Marker, NavigationControl, ScaleControl, setWorkerUrl } from "maplibre-gl";
import { base } from "./api.js";
import { $, h } from "./dom.js";
import { onChange, state, update } from "./state.js";
import { changesOf, styleOf } from "./style.js";

setWorkerUrl(new URL(document.querySelector("script[data-worker]").dataset.worker, location.href).href);

const dark = matchMedia("(prefers-color-scheme: dark)");
const chosenTheme = () => { try { return localStorage.getItem("theme"); } catch { return null; } };
export const theme = () => chosenTheme() ?? (dark.matches ? "dark" : "light");

let view = null;
const clicks = [], menus = [];
const markers = { from: null, to: null };

// onClick calls f with the place and the features that were clicked, the most telling first.
export const onClick = f => clicks.push(f);

// onMenu calls f with the place that a menu was asked for, by a right click or a long press.
export const onMenu = f => menus.push(f);

// show opens the map on a graph, whose bounds are [w, s, e, n], and looks at streets, which are bounds too.
export function show(bounds, streets) {
  view?.remove();
  view = new View({
    container: "map", style: styleOf(theme(), base() + "tiles/{z}/{x}/{y}.mvt", bounds), attributionControl: false, maxZoom: 21, dragRotate: false, pitchWithRotate: false,
    ...(state.centre ? { center: state.centre, zoom: state.zoom } : { bounds: streets, fitBoundsOptions: { padding: room() } }),
    fadeDuration: 120, cancelPendingTileRequestsWhileZooming: true,
  });
  view.touchZoomRotate.disableRotation();
  view.addControl(new AttributionControl({ compact: false }), "bottom-right");
  view.addControl(new ScaleControl({ maxWidth: 90 }), "bottom-right");
  view.addControl(new NavigationControl({ showCompass: false }), "top-right");
  view.on("load", () => { addArrow(); apply(); });
  view.on("moveend", () => { const c = view.getCenter(); update({ centre: [c.lng, c.lat], zoom: view.getZoom() }); });
  view.on("idle", tellWhatIsLeftOut);
  view.on("click", e => { for (const f of clicks) f([e.lngLat.lng, e.lngLat.lat], featuresAt(e.point)); });
  view.on("contextmenu", e => { for (const f of menus) f([e.lngLat.lng, e.lngLat.lat], e.point); });
  view.on("mousemove", e => { view.getCanvas().style.cursor = state.tab === "look" ? (featuresAt(e.point).length ? "pointer" : "") : "crosshair"; });
  view.on("error", e => console.error(e.error?.message ?? e));
  for (const end of ["from", "to"]) { markers[end] = null; mark(end); }
  window.graphMap = view; // for tests and for those who look into the page
}

// addArrow draws the picture of one-way arrows.
function addArrow() {
  if (view.hasImage("arrow")) return;
  const size = 28, c = Object.assign(document.createElement("canvas"), { width: size, height: size }).getContext("2d");
  c.lineWidth = 3.5;
  c.lineCap = c.lineJoin = "round";
  c.beginPath();
  c.moveTo(4, 14); c.lineTo(23, 14); c.moveTo(15, 6); c.lineTo(23, 14); c.lineTo(15, 22);
  c.stroke();
  view.addImage("arrow", c.getImageData(0, 0, size, size), { sdf: true, pixelRatio: 1 });
}

// room is the part of the map that the panel covers, in pixels.
export function room() {
  const phone = innerWidth < 720, box = $("panel").getBoundingClientRect();
  return phone ? { top: 95, left: 34, right: 34, bottom: box.height + 30 } : { top: 60, left: box.width + 60, right: 60, bottom: 60 };
}

const hits = ["issue", "restriction", "stop", "vertex", "link", "street-hit"];

// featuresAt returns what is within a few pixels of a point, the most telling first: of streets that which is nearest.
function featuresAt(p) {
  const layers = hits.filter(id => view.getLayer(id));
  const found = view.queryRenderedFeatures([[p.x - 5, p.y - 5], [p.x + 5, p.y + 5]], { layers });
  return found.map(f => ({ layer: f.sourceLayer, id: f.id, properties: f.properties, geometry: f.geometry, away: f.sourceLayer === "streets" ? awayFrom(p, f.geometry) : 0 }))
    .sort((a, b) => rank(a) - rank(b) || a.away - b.away);
}

const rank = f => ["issues", "restrictions", "stops", "vertices", "links", "streets"].indexOf(f.layer);

// awayFrom returns the pixels from a point to a line.
function awayFrom(p, geometry) {
  let least = Infinity;
  for (const line of geometry.type === "LineString" ? [geometry.coordinates] : geometry.coordinates) {
    const at = line.map(c => view.project(c));
    for (let i = 1; i < at.length; i++) least = Math.min(least, toSegment(p, at[i - 1], at[i]));
  }
  return least;
}

function toSegment(p, a, b) {
  const dx = b.x - a.x, dy = b.y - a.y, n = dx * dx + dy * dy;
  const t = n === 0 ? 0 : Math.max(0, Math.min(1, ((p.x - a.x) * dx + (p.y - a.y) * dy) / n));
  return Math.hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}

// inspectCentre clicks the middle of the map, for those who have no pointer.
export function inspectCentre() {
  const c = view.getCenter(), r = room();
  const w = view.getContainer().clientWidth, hgt = view.getContainer().clientHeight;
  const p = innerWidth < 720 ? { x: w / 2, y: (hgt - r.bottom) / 2 } : { x: (w + r.left) / 2, y: hgt / 2 };
  const at = view.unproject([p.x, p.y]);
  for (const f of clicks) f([at.lng ?? c.lng, at.lat ?? c.lat], featuresAt(p));
}

export const centre = () => { const c = view.getCenter(); return [c.lng, c.lat]; };

// tellWhatIsLeftOut says that smaller streets are to be seen nearer.
function tellWhatIsLeftOut() {
  const zoom = view.getZoom(), about = view.querySourceFeatures("graph", { sourceLayer: "about" });
  const truncated = about.some(f => f.properties.truncated);
  const note = $("note");
  note.textContent = truncated ? "Too many streets for this view: the smaller ones are left out" : zoom < 13 ? "Zoom in for smaller streets" : "";
  note.hidden = note.textContent === "";
  document.body.dataset.idle = String(performance.now());
}

// apply draws what the state says.
function apply() {
  if (!view?.isStyleLoaded() && !view?.getLayer("street")) return;
  for (const c of changesOf(theme())) {
    if (c.kind === "Paint") view.setPaintProperty(c.id, c.name, c.value);
    else view.setLayoutProperty(c.id, c.name, c.value);
  }
}

onChange(changed => {
  if (["by", "part", "layers"].some(k => changed.has(k))) apply();
  for (const end of ["from", "to"]) if (changed.has(end) || changed.has("tab")) mark(end);
});

export function setTheme(name) {
  try {
    if (name) localStorage.setItem("theme", name);
    else localStorage.removeItem("theme");
  } catch { /* private mode: it holds until the page is left */ }
  document.documentElement.dataset.theme = theme();
  apply();
}
export const nextTheme = () => (chosenTheme() === null ? (dark.matches ? "light" : "dark") : null);
dark.addEventListener("change", () => setTheme(chosenTheme()));

// mark shows an end of the route as a pin that can be dragged.
function mark(end) {
  const at = state.tab === "look" ? null : state[end];
  if (!at || !view) {
    markers[end]?.remove();
    markers[end] = null;
    return;
  }
  if (markers[end]) {
    markers[end].setLngLat(at);
    return;
  }
  const pin = h("div", { class: `pin ${end}`, role: "img", "aria-label": end === "from" ? "Start" : "Destination" }, h("span", {}, end === "from" ? "A" : "B"));
  markers[end] = new Marker({ element: pin, draggable: true, anchor: "bottom" }).setLngLat(at).addTo(view);
  markers[end].on("dragend", () => { const p = markers[end].getLngLat(); update({ [end]: [p.lng, p.lat] }); });
}

// draw puts features into one of the sources reach, route and selected.
export function draw(source, features) {
  const set = () => view.getSource(source)?.setData({ type: "FeatureCollection", features });
  if (view?.getSource(source)) set();
  else view?.once("load", set);
}

// boundsOf returns the box around positions, and where its corners are on the screen.
function boundsOf(positions) {
  const bounds = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [lon, lat] of positions) {
    bounds[0] = Math.min(bounds[0], lon);
    bounds[1] = Math.min(bounds[1], lat);
    bounds[2] = Math.max(bounds[2], lon);
    bounds[3] = Math.max(bounds[3], lat);
  }
  return { bounds, sw: view.project([bounds[0], bounds[1]]), ne: view.project([bounds[2], bounds[3]]) };
}

// isSeen reports whether a box lies beside the panel.
function isSeen({ bounds, sw, ne }) {
  const r = room();
  return sw.x >= r.left - 30 && ne.x <= innerWidth - 20 && ne.y >= 20 && sw.y <= innerHeight - r.bottom + 30 && view.getBounds().contains([bounds[0], bounds[1]]);
}

const moveTo = bounds => view.fitBounds(bounds, { padding: room(), maxZoom: 16.5, duration: calm() ? 0 : 700 });

// fit moves the map so that all positions are seen beside the panel, and not too small.
export function fit(positions) {
  if (!positions.length) return;
  const box = boundsOf(positions);
  if (!isSeen(box) || box.ne.x - box.sw.x + (box.sw.y - box.ne.y) <= 200) moveTo(box.bounds);
}

// bring moves the map where one of the ends, null for those that are not set, is not seen beside the panel.
export function bring(ends) {
  const positions = ends.filter(Boolean);
  if (!positions.length || !view) return;
  const box = boundsOf(positions);
  if (!isSeen(box)) moveTo(box.bounds);
}

export function flyTo(at, zoom) {
  const r = room();
  view.easeTo({ center: at, zoom: Math.max(view.getZoom(), zoom), padding: { top: 0, bottom: innerWidth < 720 ? r.bottom - 30 : 0, left: 0, right: 0 }, duration: calm() ? 0 : 500 });
}

const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
