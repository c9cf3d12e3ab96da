// Colours and layers of the map, for light and dark.

import { state } from "./state.js";

export const classes = [
  { name: "Motorway", of: ["motorway", "motorway_link"], light: "#d9654b", dark: "#e8836a", width: 3.4 },
  { name: "Trunk road", of: ["trunk", "trunk_link"], light: "#e2924a", dark: "#e3a068", width: 3 },
  { name: "Primary road", of: ["primary", "primary_link"], light: "#dcb13f", dark: "#d8b65c", width: 2.7 },
  { name: "Secondary road", of: ["secondary", "secondary_link"], light: "#aab257", dark: "#aab66a", width: 2.3 },
  { name: "Tertiary road", of: ["tertiary", "tertiary_link"], light: "#7fae8a", dark: "#7fae8e", width: 1.9 },
  { name: "Street", of: ["unclassified", "residential", "living_street", "road"], light: "#98a4b0", dark: "#76838f", width: 1.5 },
  { name: "Service road", of: ["service", "service/parking_aisle", "service/driveway", "service/alley", "busway"], light: "#c0c7ce", dark: "#515c66", width: 1 },
  { name: "Track", of: ["track"], light: "#c0a071", dark: "#94805f", width: 1.1 },
  { name: "Footway, path", of: ["footway", "path", "pedestrian", "steps", "bridleway", "corridor", "platform", "elevator"], light: "#b487bd", dark: "#a67fb0", width: 1.1 },
  { name: "Cycleway", of: ["cycleway"], light: "#4d95d6", dark: "#5fa3e0", width: 1.3 },
  { name: "Ferry, car train", of: ["ferry", "shuttle_train"], light: "#3f9fb0", dark: "#4fb0c0", width: 1.6 },
];

const paths = [...classes[7].of, ...classes[8].of];

const has = mode => ["has", mode];
export const modeSets = [
  { name: "Car, bike and foot", when: ["all", has("car"), has("bike"), has("walk")], light: "#8c99a6", dark: "#7d8a96" },
  { name: "Car and bike, not on foot", when: ["all", has("car"), has("bike")], light: "#d29a3a", dark: "#d8a854" },
  { name: "Car and foot, no bike", when: ["all", has("car"), has("walk")], light: "#b5764c", dark: "#c08a62" },
  { name: "Car alone", when: has("car"), light: "#d4574e", dark: "#e2736a" },
  { name: "Bike and foot", when: ["all", has("bike"), has("walk")], light: "#2f9b78", dark: "#46ad8b" },
  { name: "Foot alone", when: has("walk"), light: "#a878b8", dark: "#b48ac2" },
  { name: "Bike alone", when: has("bike"), light: "#3f8fd4", dark: "#5aa4e2" },
];
export const nobody = { name: "None of these", light: "#d3cfc6", dark: "#3a424a" };

export const parts = {
  main: { light: "#a9b3bc", dark: "#5d6872" },
  others: ["#d62f5b", "#2f7fd6", "#2a9d5c", "#8a4fd0", "#e0801c", "#0f9aa8", "#b5489f", "#7c8a12"],
};

export const dots = {
  stops: { name: "Stops", colour: "#2f6fdb" },
  unlinked: { name: "Stops without a link", colour: "#e8752a" },
  links: { name: "Links to streets", colour: "#2f6fdb" },
  restrictions: { name: "Turn restrictions", colour: "#8b3fc4" },
  issues: { name: "Issues", colour: "#d33f49" },
  vertices: { name: "Vertices", colour: "#5a6672" },
};

export const themes = {
  light: { paper: "#f5f4f0", halo: "#fffffff0", casing: "#fdfdfb", text: "#3d4751", area: "#2f6fdb", route: "#2563eb", routeCase: "#ffffff", select: "#111827", stop: "#2a62c4" },
  dark: { paper: "#14191e", halo: "#14191ef0", casing: "#0e1216", text: "#c5cdd5", area: "#6ea8ff", route: "#7db0ff", routeCase: "#0b0f14", select: "#ffffff", stop: "#8fb8ff" },
};

const match = (groups, value, fallback) => ["match", ["get", "class"], ...groups.flatMap(g => [g.of, value(g)]), fallback];

// colourOf returns the colour of a street by what is chosen.
function colourOf(theme) {
  if (state.by === "modes") return ["case", ...modeSets.flatMap(s => [s.when, s[theme]]), nobody[theme]];
  if (state.by === "part") {
    const part = ["get", state.part + "_part"], n = parts.others.length;
    return ["case", ["!", ["has", state.part + "_part"]], nobody[theme], ["==", part, 0], parts.main[theme],
      ["match", ["%", part, n], ...parts.others.slice(0, n - 1).flatMap((c, i) => [(i + 1) % n, c]), parts.others[n - 1]]];
  }
  return match(classes, g => g[theme], nobody[theme]);
}

// widthOf returns the width of a street: by class, wider as one zooms in, and islands wider than the rest.
function widthOf(more = 0) {
  const base = match(classes, g => g.width, 1);
  const island = state.by === "part" ? ["case", [">", ["coalesce", ["get", state.part + "_part"], 0], 0], 1.7, 1] : 1;
  const at = (zoom, factor) => [zoom, ["+", more, ["*", factor, island, base]]];
  return ["interpolate", ["exponential", 1.4], ["zoom"], ...at(5, .35), ...at(10, .6), ...at(13, .9), ...at(15, 1.7), ...at(17, 3.4), ...at(20, 9)];
}

const order = match(classes.map((g, i) => ({ ...g, rank: classes.length - i })), g => g.rank, 0);

const shown = layer => (state.layers.includes(layer) ? "visible" : "none");
const font = { "text-font": ["system-ui", "sans-serif"] };

const empty = { type: "geojson", data: { type: "FeatureCollection", features: [] } };

// styleOf returns the whole style of the map.
export function styleOf(theme, tiles, bounds) {
  return {
    version: 8,
    sources: {
      graph: { type: "vector", tiles: [tiles], minzoom: 0, maxzoom: 17, bounds, attribution: '<a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noopener">© OpenStreetMap contributors</a>' },
      extent: { type: "geojson", data: frameOf(bounds) }, reach: empty, route: empty, selected: empty,
    },
    layers: layersOf(theme),
  };
}

// frameOf is the rim of the graph, for zooms at which no street is to be seen.
function frameOf([w, s, e, n]) {
  return { type: "Feature", properties: {}, geometry: { type: "LineString", coordinates: [[w, s], [e, s], [e, n], [w, n], [w, s]] } };
}

function layersOf(theme) {
  const t = themes[theme];
  return [
    { id: "paper", type: "background", paint: { "background-color": t.paper } },
    { id: "extent", type: "line", source: "extent", maxzoom: 8, paint: { "line-color": t.area, "line-opacity": .35, "line-dasharray": [3, 3] } },
    { id: "reach", type: "fill", source: "reach", paint: { "fill-color": t.area, "fill-opacity": ["get", "opacity"], "fill-antialias": false } },
    { id: "reach-rim", type: "line", source: "reach", layout: { "line-join": "round" }, paint: { "line-color": t.area, "line-opacity": .35, "line-width": 1 } },
    ...streetLayers(theme),
    { id: "link", type: "line", source: "graph", "source-layer": "links", layout: { visibility: shown("links") }, paint: { "line-color": dots.links.colour, "line-width": 1.4, "line-dasharray": [1.5, 1.5] } },
    ...routeLayers(t),
    ...pointLayers(t),
    ...labelLayers(t),
  ];
}

function streetLayers(theme) {
  const t = themes[theme], street = { source: "graph", "source-layer": "streets", type: "line" };
  const isPath = ["in", ["get", "class"], ["literal", paths]];
  const round = { "line-join": "round", "line-cap": "round", "line-sort-key": order };
  const colour = colourOf(theme);
  return [
    { id: "street-case", ...street, minzoom: 13, filter: ["!", isPath], layout: round, paint: { "line-color": t.casing, "line-width": widthOf(2) } },
    { id: "street-path", ...street, minzoom: 12, filter: isPath, layout: { "line-join": "round" }, paint: { "line-color": colour, "line-width": widthOf(), "line-dasharray": [2.5, 1.2] } },
    { id: "street", ...street, filter: ["!", isPath], layout: round, paint: { "line-color": colour, "line-width": widthOf(), "line-opacity": ["case", ["has", "tunnel"], .45, 1] } },
    { id: "street-hit", ...street, minzoom: 12, paint: { "line-color": "#000", "line-opacity": 0, "line-width": 12 } },
    { id: "arrow", ...street, type: "symbol", minzoom: 15, filter: ["match", ["get", "car"], [1, 2], true, false],
      layout: { "symbol-placement": "line", "symbol-spacing": 110, "icon-image": "arrow", "icon-size": .55, "icon-rotate": ["match", ["get", "car"], 2, 180, 0], "icon-rotation-alignment": "map", "icon-allow-overlap": true },
      paint: { "icon-color": t.text, "icon-opacity": .75 } },
    { id: "selected-case", type: "line", source: "selected", layout: { "line-cap": "round", "line-join": "round" }, paint: { "line-color": t.casing, "line-width": 10 } },
    { id: "selected", type: "line", source: "selected", layout: { "line-cap": "round", "line-join": "round" }, paint: { "line-color": t.select, "line-width": 5 } },
  ];
}

function routeLayers(t) {
  const line = { type: "line", source: "route", layout: { "line-cap": "round", "line-join": "round" } };
  const is = kind => ["==", ["get", "kind"], kind];
  return [
    { id: "route-case", ...line, filter: ["!", is("walk")], paint: { "line-color": t.routeCase, "line-width": 9, "line-opacity": .9 } },
    { id: "route-line", ...line, filter: ["!", is("walk")], paint: { "line-color": ["coalesce", ["get", "colour"], t.route], "line-width": 5.5 } },
    { id: "route-walk", ...line, filter: is("walk"), paint: { "line-color": t.route, "line-width": 5, "line-dasharray": [.01, 1.7] } },
    { id: "route-stop", type: "circle", source: "route", filter: is("stop"), paint: { "circle-radius": 4, "circle-color": t.routeCase, "circle-stroke-width": 2, "circle-stroke-color": ["coalesce", ["get", "colour"], t.route] } },
  ];
}

function pointLayers(t) {
  const size = (small, large) => ["interpolate", ["linear"], ["zoom"], 9, small, 16, large];
  const circle = (id, layer, paint) => ({
    id, type: "circle", source: "graph", "source-layer": layer, layout: { visibility: shown(layer) },
    paint: { "circle-stroke-color": t.casing, "circle-stroke-width": ["interpolate", ["linear"], ["zoom"], 10, .6, 14, 1.5], ...paint },
  });
  return [
    circle("vertex", "vertices", { "circle-radius": 3, "circle-color": ["case", ["has", "pass"], "#b45309", dots.vertices.colour], "circle-stroke-width": 1 }),
    circle("restriction", "restrictions", { "circle-radius": size(2, 6), "circle-color": t.casing, "circle-stroke-color": ["match", ["get", "kind"], "only", "#2f6fdb", dots.restrictions.colour], "circle-stroke-width": ["interpolate", ["linear"], ["zoom"], 12, 1.4, 16, 3] }),
    circle("stop", "stops", { "circle-radius": size(2.2, 6.5), "circle-color": ["case", ["get", "linked"], dots.stops.colour, dots.unlinked.colour] }),
    circle("issue", "issues", { "circle-radius": size(2.6, 6), "circle-color": ["match", ["get", "severity"], 0, "#7a8794", 1, "#e09a1f", dots.issues.colour] }),
  ];
}

function labelLayers(t) {
  const paint = { "text-color": t.text, "text-halo-color": t.halo, "text-halo-width": 1.6 };
  return [
    { id: "street-name", type: "symbol", source: "graph", "source-layer": "streets", minzoom: 10, filter: ["has", "name"],
      layout: { ...font, "symbol-placement": "line", "text-field": ["get", "name"], "text-size": ["interpolate", ["linear"], ["zoom"], 10, 10, 14, 11, 18, 14], "symbol-spacing": 320, "text-max-angle": 35, "text-padding": 4, "symbol-sort-key": ["-", 0, order] }, paint },
    { id: "stop-name", type: "symbol", source: "graph", "source-layer": "stops", minzoom: 14,
      layout: { ...font, visibility: shown("stops"), "text-field": ["get", "name"], "text-size": 11.5, "text-anchor": "top", "text-offset": [0, .8], "text-max-width": 9, "text-optional": true }, paint: { ...paint, "text-color": t.stop } },
    { id: "reach-name", type: "symbol", source: "reach", layout: { ...font, "text-field": ["get", "label"], "text-size": 12.5, "text-anchor": "bottom", "text-offset": [0, -.2], "text-allow-overlap": true }, paint: { ...paint, "text-color": t.area } },
  ];
}

// changesOf yields what follows from the state alone, to be set on a map that has the style: no tile is loaded again.
export function* changesOf(theme) {
  for (const layer of layersOf(theme)) {
    for (const [name, value] of Object.entries(layer.paint ?? {})) yield { id: layer.id, kind: "Paint", name, value };
    if (layer.layout?.visibility) yield { id: layer.id, kind: "Layout", name: "visibility", value: layer.layout.visibility };
  }
}
