// The page: opens the graph, and ties tabs, panel and map together.

import { ask, graphs } from "./api.js";
import { $, glyphs, h, icon, toast } from "./dom.js";
import { showLook } from "./look.js";
import { nextTheme, onClick, onMenu, setTheme, show, theme } from "./map.js";
import { showPlan } from "./plan.js";
import { showRoute } from "./route.js";
import { inspect, inspectEdge, unselect } from "./facts.js";
import { onChange, onLink, state, update } from "./state.js";

const tabs = ["look", "route", "plan"];

function openTab() {
  for (const t of tabs) {
    const tab = $("tab-" + t), open = t === state.tab;
    tab.setAttribute("aria-selected", String(open));
    tab.tabIndex = open ? 0 : -1;
    $(t).hidden = !open;
  }
  document.body.dataset.tab = state.tab;
}

function wireTabs() {
  for (const t of tabs) $("tab-" + t).addEventListener("click", () => update({ tab: t }));
  $("tabs").addEventListener("keydown", e => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
    if (!step) return;
    const next = tabs[(tabs.indexOf(state.tab) + step + tabs.length) % tabs.length];
    update({ tab: next });
    $("tab-" + next).focus();
  });
  $("fold").addEventListener("click", () => {
    const open = $("fold").getAttribute("aria-expanded") !== "true";
    $("fold").setAttribute("aria-expanded", String(open));
    $("panel").classList.toggle("folded", !open);
    document.documentElement.style.setProperty("--sheet", open ? "46%" : "60px");
  });
}

function wireTheme() {
  const b = $("theme"), paint = () => b.replaceChildren(icon(theme() === "dark" ? glyphs.sun : glyphs.moon));
  b.addEventListener("click", () => { setTheme(nextTheme()); paint(); });
  setTheme(theme() === (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light") ? null : theme());
  paint();
}

// menuAt offers what one can do with a place.
function menuAt(at, point) {
  document.querySelector(".menu")?.remove();
  const choose = patch => { menu.remove(); update(patch); };
  const menu = h("div", { class: "menu", role: "menu", style: `left:${Math.min(point.x, innerWidth - 170)}px;top:${Math.min(point.y, innerHeight - 130)}px` },
    h("button", { type: "button", role: "menuitem", onclick: () => choose({ from: at, tab: state.tab === "look" ? "route" : state.tab }) }, "From here"),
    h("button", { type: "button", role: "menuitem", onclick: () => choose({ to: at, tab: state.tab === "look" ? "route" : state.tab }) }, "To here"));
  document.body.append(menu);
  menu.firstChild.focus();
  menu.addEventListener("keydown", e => { if (e.key === "Escape") menu.remove(); });
  setTimeout(() => addEventListener("pointerdown", e => { if (!menu.contains(e.target)) menu.remove(); }, { once: true }));
}

onMenu(menuAt);

// A click shows what is there; while a route is asked for it sets the ends, the start first.
onClick((at, features) => {
  if (state.tab === "look") inspect(at, features);
  else if (!state.from) update({ from: at });
  else if (!state.to) update({ to: at });
  else update({ from: at, to: null });
});

addEventListener("keydown", e => { if (e.key === "Escape" && !$("card").hidden) unselect(); });

// openGraph shows one graph from the beginning.
async function openGraph() {
  const [info, tiles] = await Promise.all([ask("info"), ask("tiles.json")]);
  $("title").textContent = state.graph || info.name || "graphbuild";
  document.title = `${state.graph || "graphbuild"} · map`;
  show(info.bounds, tiles.street_bounds);
  showLook(info);
  showRoute();
  showPlan(info);
  if (state.edge !== null) inspectEdge(state.edge, null, linked);
}

// linked tells that the address said what part of the map to show.
const linked = state.centre !== null;

async function start() {
  wireTabs();
  wireTheme();
  openTab();
  const names = await graphs(), select = $("graphs");
  if (names.length > 1) {
    select.append(...names.map(n => h("option", { value: n, selected: n === state.graph }, n)));
    select.value = names.includes(state.graph) ? state.graph : names[0];
    select.hidden = false;
    $("title").hidden = true;
    if (state.graph !== select.value) update({ graph: select.value });
    select.addEventListener("change", () => update({ graph: select.value, centre: null, zoom: null, from: null, to: null, edge: null }));
  } else if (state.graph) {
    update({ graph: "" });
  }
  if (names.length === 1) $("title").title = names[0];
  await openGraph();
  if (names.length === 1) $("title").textContent = names[0];
}

onChange(changed => {
  if (changed.has("tab")) { openTab(); unselect(); }
  if (changed.has("graph")) openGraph().catch(e => toast(e.message));
});
onLink(linked => update(linked));

start().catch(e => {
  console.error(e);
  toast(e.message);
  $("look").replaceChildren(h("p", { class: "error" }, e.message));
});

