// The tab that explores: what streets are coloured by, with a legend, and which layers are shown.

import { $, count, h, segments } from "./dom.js";
import { inspectCentre, theme } from "./map.js";
import { onChange, state, update } from "./state.js";
import { classes, dots, modeSets, nobody, parts } from "./style.js";

let info = null;

const modeNames = { car: "Car", bike: "Bike", walk: "Foot" };

export function showLook(summary) {
  info = summary;
  $("look").replaceChildren(
    h("h2", {}, "Colour streets by"),
    segments("Colour streets by", [["class", "Class"], ["modes", "Mode"], ["part", "Component"]], state.by, by => update({ by })),
    h("div", { id: "partof" }),
    h("ul", { id: "legend", class: "legend" }),
    h("h2", {}, "Show"),
    h("div", { class: "toggles" }, toggles()),
    facts(),
    h("p", { class: "hint" }, "Click a street or a dot for its facts. ", h("button", { type: "button", class: "link", id: "inspect", onclick: inspectCentre }, "Inspect the middle of the map"), " · ", h("a", { href: document.querySelector("link[rel=license]").href, target: "_blank" }, "Licences")),
  );
  legend();
}

// toggles are the layers that can be shown, with how many there are.
function toggles() {
  const t = info.transit;
  const rows = [
    ["stops", t?.stops ?? 0, ""], ["links", t?.stops_linked ?? 0, "from zoom 14"], ["restrictions", info.turn_restrictions.total, "from zoom 12"],
    ["issues", info.issues.total, ""], ["vertices", info.vertices.total, "from zoom 16"],
  ];
  return rows.map(([layer, n, when]) => {
    const box = h("input", { type: "checkbox", id: "layer-" + layer, checked: state.layers.includes(layer), disabled: n === 0,
      onchange: () => update({ layers: Object.keys(dots).filter(l => l === layer ? box.checked : state.layers.includes(l)) }) });
    return h("label", { class: n === 0 ? "off" : "" }, box, h("i", { class: `dot ${layer}`, style: `--c:${dots[layer].colour}` }), h("span", {}, dots[layer].name, when && h("small", {}, when)), h("b", {}, count(n)));
  });
}

function facts() {
  const rows = [["Streets", `${count(Math.round(info.edges.length_m / 1000))} km`], ["File", size(info.file_bytes)]];
  if (info.transit?.trips) rows.push(["Trips", count(info.transit.trips)], ["Timetable", `${info.transit.first_day} to ${info.transit.last_day}`]);
  return h("dl", { class: "figures" }, rows.map(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]));
}

const size = n => n < 1e6 ? `${(n / 1e3).toFixed(0)} kB` : `${(n / 1e6).toPrecision(3)} MB`;

// legend says what the colours mean.
function legend() {
  if (!info) return;
  const t = theme(), row = (colour, name, more) => h("li", {}, h("i", { class: "line", style: `--c:${colour}` }), h("span", {}, name), more && h("b", {}, more));
  const byPart = state.by === "part", c = info.components[state.part];
  $("partof").replaceChildren(...(byPart ? [segments("Mode", Object.entries(modeNames), state.part, part => update({ part }))] : []));
  const rows = {
    class: () => classes.map(x => row(x[t], x.name)),
    modes: () => [...modeSets.map(x => row(x[t], x.name)), row(nobody[t], nobody.name)],
    part: () => [
      row(parts.main[t], "The largest", c && `${count(c.largest_vertices)} vertices`),
      h("li", {}, h("i", { class: "line many", style: `--c:linear-gradient(90deg, ${parts.others.slice(0, 5).join(", ")})` }), h("span", {}, "Others: places one cannot reach, or not leave"), c && h("b", {}, count(c.count - 1))),
      row(nobody[t], `Not for ${modeNames[state.part].toLowerCase()}`),
    ],
  };
  $("legend").replaceChildren(...rows[state.by]());
}

onChange(changed => {
  if (changed.has("by") || changed.has("part")) legend();
  if (changed.has("layers")) for (const box of document.querySelectorAll("[id^=layer-]")) box.checked = state.layers.includes(box.id.slice(6));
});
new MutationObserver(legend).observe(document.documentElement, { attributeFilter: ["data-theme"] });
