// Drives the map of a running service as people do, and fails where something is missing, an error is on the console, or the
// page asks anybody but this service. Usage: node map.mjs ADDRESS CHROMIUM FOLDER-FOR-SCREENSHOTS [PART-OF-A-NAME]
// The service has the graph of `make sample` as its first and any other as its second.
import assert from "node:assert/strict";
import path from "node:path";
import { launch, Page, sizes } from "./browser.mjs";

const [address, chromium, folder, part = ""] = process.argv.slice(2);
const hub = [-75.5484, 39.7447]; // in Wilmington
const json = async p => (await fetch(address + "/" + p)).json();

const tests = {
  "streets and stops of the whole graph are drawn": async b => {
    const p = await Page.open(b, address + "/");
    assert.ok(p.tiles > 0, "no tile has arrived");
    assert.ok(await p.drawn("street") > 10, "no streets");
    assert.ok(await p.drawn("stop") > 0, "no stops");
    const [w, s, e, n] = (await json("tiles.json")).street_bounds;
    const box = await p.page.evaluate((w, s, e, n) => { const a = window.graphMap.project([w, n]), b = window.graphMap.project([e, s]); return [b.x - a.x, b.y - a.y, innerHeight]; }, w, s, e, n);
    assert.ok(box[1] > 0.8 * box[2] && box[1] < box[2], `the streets are ${box[1]} pixels high of ${box[2]}`);
    assert.match(await p.text("#note"), /Zoom in/);
    assert.match(await p.text("body"), /© OpenStreetMap contributors/);
    return p;
  },
  "a click on a street shows its facts": async b => {
    const p = await Page.open(b, `${address}/#map=16/${hub[1]}/${hub[0]}`);
    const at = await streetOnScreen(p);
    await p.page.mouse.click(at.x, at.y);
    await p.until("#card", /Length/);
    const edge = await json(`edge/v1/${2 * at.id}`), card = await p.text("#card");
    assert.ok(card.includes(edge.name) && card.includes(`way/${edge.way_id}`), card);
    assert.match(card, /Car\s+(no|both ways|.* only)/);
    assert.match(p.page.url(), new RegExp(`edge=${2 * at.id}`));
    assert.equal(await p.page.$eval("#card a", a => a.origin), "https://www.openstreetmap.org");
    const linked = await Page.open(b, `${address}/#map=13/39.70000/-75.60000&edge=${2 * at.id}`);
    await linked.until("#card", /Length/);
    await linked.settle();
    assert.match(linked.page.url(), /map=13\/39\.70000\/-75\.60000/, "the link shows another part of the map");
    await linked.page.close();
    await p.shot(path.join(folder, "facts.png"));
    await p.page.keyboard.press("Escape");
    assert.equal(await p.page.$eval("#card", c => c.hidden), true);
    return p;
  },
  "colours follow class, mode and component": async b => {
    const p = await Page.open(b, `${address}/#map=15/${hub[1]}/${hub[0]}`);
    const seen = new Set([await p.paint("street", "line-color")]);
    for (const [value, legend] of [["modes", /Bike and foot/], ["part", /The largest/]]) {
      await p.page.click(`#look [data-value=${value}]`);
      await p.settle();
      assert.match(await p.text("#legend"), legend);
      seen.add(await p.paint("street", "line-color"));
      await p.shot(path.join(folder, `${value}.png`));
    }
    await p.page.click("#partof [data-value=walk]");
    seen.add(await p.paint("street", "line-color"));
    assert.equal(seen.size, 4, "two choices give the same colours");
    return p;
  },
  "layers are shown when asked for": async b => {
    const p = await Page.open(b, `${address}/#map=16.2/${hub[1]}/${hub[0]}&layers=`);
    for (const [layer, drawn] of [["stops", "stop"], ["links", "link"], ["vertices", "vertex"]]) {
      assert.equal(await p.drawn(drawn), 0, `${layer} before`);
      await p.page.click("#layer-" + layer);
      await p.settle();
      assert.ok(await p.drawn(drawn) > 0, `${layer} after`);
    }
    await p.page.click("#layer-restrictions");
    await p.page.click("#layer-issues");
    await p.look(...hub, 12.5);
    for (const drawn of ["restriction", "issue"]) {
      assert.ok(await p.drawn(drawn) > 0, drawn);
      const at = await p.page.evaluate(id => { const f = window.graphMap.queryRenderedFeatures({ layers: [id] }).find(f => window.graphMap.project(f.geometry.coordinates).x > 400); return f.geometry.coordinates; }, drawn);
      await p.look(...at, 15);
      await p.clickPlace(...at);
      assert.match(await p.until("#card", /./), /Turn restriction|Info|Warning|Error|Stop/);
      await p.look(...hub, 12.5);
    }
    await p.shot(path.join(folder, "layers.png"));
    return p;
  },
  "two clicks make a route, by car and on foot": async b => {
    const p = await Page.open(b, `${address}/#map=13.5/${hub[1]}/${hub[0]}&tab=route`);
    const [from, to] = [[-75.5484, 39.7447], [-75.5513, 39.7368]];
    await p.clickPlace(...from);
    await p.until("#route-answer", /where it goes/);
    await p.clickPlace(...to);
    const car = await p.until("#route-answer", /min|s\n/);
    await p.settle();
    assert.ok(await p.drawn("route-line") > 0, "no line");
    assert.match(car, /Go [a-z-]+ on .*Street/);
    assert.match(car, /Arrive/);
    await p.shot(path.join(folder, "route.png"));
    await p.page.click("#route [data-value=foot]");
    await p.page.waitForFunction(t => document.querySelector("#route-answer").innerText !== t, {}, car);
    const ends = await p.page.$$eval("#route .end input", i => i.map(x => x.value.split(",").reverse().join(",")));
    const want = (await json(`route/v1/foot/${ends.join(";")}?overview=false`)).routes[0];
    const metres = Number((await p.text(".sum span")).replace(/ k?m/, "")) * (/km/.test(await p.text(".sum span")) ? 1000 : 1);
    assert.ok(Math.abs(metres - want.distance) <= 60, `${metres} m, the API says ${want.distance}`);
    const again = await Page.open(b, p.page.url());
    assert.equal(await again.until("#route-answer", /Arrive/), await p.text("#route-answer"), "the link shows another route");
    p.problems.push(...again.problems);
    await again.page.close();
    return p;
  },
  "pins can be dragged, and ends typed": async b => {
    const p = await Page.open(b, `${address}/#map=14/${hub[1]}/${hub[0]}&tab=route&from=39.7447,-75.5484&to=39.7368,-75.5513`);
    const before = await p.until("#route-answer", /Arrive/);
    await p.settle();
    const pin = await p.page.$eval(".pin.to", e => { const r = e.getBoundingClientRect(); return { x: r.x + r.width / 2, y: r.y + r.height / 2 }; });
    await p.page.mouse.move(pin.x, pin.y);
    await p.page.mouse.down();
    await p.page.mouse.move(pin.x + 60, pin.y - 40, { steps: 5 });
    await p.page.mouse.up();
    await p.page.waitForFunction(t => document.querySelector("#route-answer").innerText !== t, {}, before);
    const dragged = await p.text("#route-answer");
    await p.page.$eval("#route-to", i => { i.value = "39.7556, -75.5484"; i.dispatchEvent(new Event("change")); });
    await p.page.waitForFunction(t => document.querySelector("#route-answer").innerText !== t, {}, dragged);
    await p.page.$eval("#route-to", i => { i.value = "nowhere"; i.dispatchEvent(new Event("change")); });
    assert.equal(await p.page.$eval("#route-to", i => i.getAttribute("aria-invalid")), "true");
    return p;
  },
  "errors of the server are shown in words": async b => {
    const p = await Page.open(b, `${address}/#map=9/39.2/-75.2&tab=route&from=39.7447,-75.5484`);
    p.allow = /400/;
    await p.page.$eval("#route-to", i => { i.value = "38.9,-75.0"; i.dispatchEvent(new Event("change")); }); // in the ocean
    assert.match(await p.until("#route-answer", /No street/), /The server says: .* for B; the nearest is \d+ m away/);
    await p.page.click("#tab-plan");
    assert.match(await p.until("#plan-answer", /No street or stop/), /The server says: B: no street for walk within/);
    await p.shot(path.join(folder, "error.png"));
    return p;
  },
  "ends that are typed or linked are brought into view": async b => {
    const p = await Page.open(b, `${address}/#map=15/39.2/-75.2&tab=route&from=39.7447,-75.5484`);
    const seen = at => p.page.waitForFunction(at => { const m = window.graphMap, q = m.project(at); return !m.isMoving() && q.x > 380 && q.x < innerWidth && q.y > 0 && q.y < innerHeight; }, { timeout: 10_000 }, at);
    await seen([-75.5484, 39.7447]);
    await p.page.$eval("#route-to", i => { i.value = "38.9,-75.0"; i.dispatchEvent(new Event("change")); }); // in the ocean
    p.allow = /400/;
    await p.until("#route-answer", /No street/);
    for (const at of [[-75.5484, 39.7447], [-75, 38.9]]) await seen(at);
    return p;
  },
  "places that can be reached are shown": async b => {
    const p = await Page.open(b, `${address}/#map=13/${hub[1]}/${hub[0]}&tab=route&from=39.7447,-75.5484`);
    await p.page.click("#reach");
    await p.page.waitForSelector("#reach[data-shown]", { timeout: 20_000 });
    await p.settle();
    assert.ok(await p.drawn("reach") > 0, "no area");
    await p.shot(path.join(folder, "reach.png"));
    return p;
  },
  "a journey by transit is listed and drawn": async b => {
    const p = await Page.open(b, `${address}/#map=13/${hub[1]}/${hub[0]}&tab=plan&time=2026-12-01T08:00&from=39.8211,-75.5460&to=39.7345,-75.5615`);
    const text = await p.until("#plan-answer", /\d\d:\d\d – \d\d:\d\d/);
    assert.match(text, /10/);
    assert.match(text, /Walk \d+ m/);
    for (const [, from, to, long] of text.matchAll(/(\d\d:\d\d) – (\d\d:\d\d)\s+(\d+) min/g)) {
      const minute = clock => clock.split(":").reduce((h, m) => 60 * h + Number(m), 0);
      assert.equal(Number(long), minute(to) - minute(from), `${from} to ${to} takes ${long} min`);
    }
    await p.settle();
    const drawn = await p.page.evaluate(() => window.graphMap.queryRenderedFeatures({ layers: ["route-line", "route-walk"] }).map(f => f.properties));
    assert.ok(drawn.some(f => f.kind === "ride" && f.colour === "#1F5FA8"), `no ride in the colour of the route: ${JSON.stringify(drawn)}`);
    assert.ok(drawn.some(f => f.kind === "walk"), "no walk");
    await p.shot(path.join(folder, "plan.png"));
    await p.page.click(".journeys li:last-child .journey");
    await p.page.click("#plan [data-value=arrive]");
    assert.match(await p.until("#plan-answer", /\d\d:\d\d – 0[78]:\d\d/), /min/);
    assert.match(p.page.url(), /time=2026-12-01T08:00/);
    return p;
  },
  "the keyboard alone is enough": async b => {
    const p = await Page.open(b, `${address}/#map=16/${hub[1]}/${hub[0]}`);
    await p.page.focus("#tab-look");
    await p.page.keyboard.press("ArrowRight");
    assert.equal(await p.page.evaluate(() => document.activeElement.id), "tab-route");
    assert.equal(await p.page.$eval("#route", e => e.hidden), false);
    await p.page.keyboard.press("ArrowLeft");
    await p.page.focus("#inspect");
    await p.page.focus("#look .segments button");
    await p.page.keyboard.press("ArrowRight");
    assert.match(await p.text("#legend"), /Foot alone/);
    await p.page.focus(".maplibregl-canvas");
    const before = await p.page.evaluate(() => window.graphMap.getZoom());
    await p.page.keyboard.press("+");
    await p.settle();
    assert.ok(await p.page.evaluate(() => window.graphMap.getZoom()) > before, "the map does not zoom by keys");
    return p;
  },
  "several graphs can be chosen from": async b => {
    const names = (await json("graphs")).graphs.map(g => g.name);
    assert.equal(names.length, 2);
    const p = await Page.open(b, address + "/");
    await p.page.select("#graphs", names[1]);
    await p.page.waitForFunction(n => location.hash.includes(`graph=${n}`), {}, names[1]);
    await p.settle();
    assert.ok(await p.drawn("street", "street-path") > 0, "no streets of the second graph");
    return p;
  },
  "it fits on a phone": async b => {
    const p = await Page.open(b, `${address}/#map=14/${hub[1]}/${hub[0]}`, sizes.phone);
    assert.equal(await p.page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false, "wider than the screen");
    await p.shot(path.join(folder, "phone.png"));
    const open = await p.page.$eval("#panel", e => e.offsetHeight);
    await p.page.tap("#fold");
    assert.ok(await p.page.$eval("#panel", e => e.offsetHeight) < open / 2, "the panel does not fold");
    return p;
  },
  "it is dark where the system is": async b => {
    const p = await Page.open(b, `${address}/#map=14/${hub[1]}/${hub[0]}`, sizes.desktop, "dark");
    assert.match(await p.paint("paper", "background-color"), /#14191e/);
    await p.shot(path.join(folder, "dark.png"));
    await p.page.click("#theme");
    await p.settle();
    assert.match(await p.paint("paper", "background-color"), /#f5f4f0/);
    return p;
  },
};

// streetOnScreen returns a street with a name, and where on the screen nothing else lies near its middle.
function streetOnScreen(p) {
  return p.page.evaluate(() => {
    const m = window.graphMap;
    for (const f of m.queryRenderedFeatures({ layers: ["street"] })) {
      if (!f.properties.name || f.geometry.type !== "LineString") continue;
      const [a, b] = f.geometry.coordinates.slice(0, 2).map(c => m.project(c)), at = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
      const free = at.x > 400 && at.x < 1000 && at.y > 100 && at.y < 700 && Math.hypot(a.x - b.x, a.y - b.y) > 60;
      const near = m.queryRenderedFeatures([[at.x - 12, at.y - 12], [at.x + 12, at.y + 12]], { layers: ["street-hit", "stop", "vertex"] });
      if (free && near.every(n => n.id === f.id && n.sourceLayer === "streets")) return { ...at, id: f.id };
    }
    throw new Error("no street is free to click");
  });
}

const wanted = Object.entries(tests).filter(([name]) => name.includes(part));
const browser = await launch(chromium);
let failed = 0;
try {
  for (const [name, test] of wanted) {
    try {
      const p = await test(browser);
      assert.deepEqual(p.problems, []);
      await p.page.close();
      console.log(`ok   ${name}`);
    } catch (e) {
      failed++;
      console.log(`FAIL ${name}\n     ${e.message.replaceAll("\n", "\n     ")}`);
      const last = (await browser.pages()).at(-1);
      await last?.screenshot({ path: path.join(folder, `failed-${failed}.png`) }).catch(() => {});
      await last?.close().catch(() => {});
    }
  }
} finally {
  await browser.close();
}
console.log(`map: ${wanted.length - failed} of ${wanted.length} tests passed; screenshots: ${folder}`);
process.exitCode = failed || !wanted.length ? 1 : 0;
