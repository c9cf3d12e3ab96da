// A headless Chromium with one page of the map, that notes what goes wrong: errors on the console, and requests to others
// than the server under test.
import puppeteer from "puppeteer-core";

export const sizes = {
  desktop: { width: 1240, height: 780, deviceScaleFactor: 1 },
  phone: { width: 390, height: 800, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
};

export async function launch(executablePath) {
  return puppeteer.launch({
    executablePath, headless: true,
    args: ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-dev-shm-usage",
      "--disable-background-networking", "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"],
  });
}

// Page is an open map.
export class Page {
  problems = [];
  tiles = 0;

  static async open(browser, url, size = sizes.desktop, theme = "light") {
    const p = new Page();
    p.origin = new URL(url).origin;
    p.page = await browser.newPage();
    await p.page.setViewport(size);
    await p.page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: theme }, { name: "prefers-reduced-motion", value: "reduce" }]);
    p.page.on("console", m => { if (m.type() === "error" && !p.expected(m)) p.problems.push(`console: ${m.text()} ${m.location().url ?? ""}`); });
    p.page.on("pageerror", e => p.problems.push(`error: ${e.message}`));
    p.page.on("request", r => { if (!/^(data|blob):/.test(r.url()) && new URL(r.url()).origin !== p.origin) p.problems.push(`request to ${r.url()}`); });
    p.page.on("response", r => {
      if (r.url().includes("/tiles/") && r.status() === 200) p.tiles++;
      if (r.status() >= 500) p.problems.push(`${r.status()} of ${r.url()}`);
    });
    await p.page.goto(url, { waitUntil: "load" });
    await p.settle();
    return p;
  }

  // expected says that Chromium itself reports an answer of 4xx that the test asked for.
  expected(m) { return this.allow?.test(`${m.text()} ${m.location().url ?? ""}`) ?? false; }

  // settle waits until the map is drawn.
  async settle() {
    await this.page.waitForFunction(() => window.graphMap?.loaded() && !window.graphMap.isMoving(), { timeout: 30_000 });
    await this.page.evaluate(() => new Promise(done => setTimeout(done, 250)));
    await this.page.waitForFunction(() => window.graphMap.loaded() && !window.graphMap.isMoving(), { timeout: 30_000 });
  }

  // look moves the map.
  async look(lon, lat, zoom) {
    await this.page.evaluate((c, z) => window.graphMap.jumpTo({ center: c, zoom: z, padding: { left: 0, right: 0, top: 0, bottom: 0 } }), [lon, lat], zoom);
    await this.settle();
  }

  // pixel returns where a place is on the screen.
  pixel(lon, lat) { return this.page.evaluate(c => { const p = window.graphMap.project(c); return { x: p.x, y: p.y }; }, [lon, lat]); }

  async clickPlace(lon, lat) {
    const p = await this.pixel(lon, lat);
    await this.page.mouse.click(p.x, p.y);
  }

  // drawn counts the features that are drawn of some layers of the style.
  drawn(...layers) { return this.page.evaluate(l => window.graphMap.queryRenderedFeatures({ layers: l }).length, layers); }

  text(selector) { return this.page.$eval(selector, e => e.innerText); }

  async until(selector, pattern) {
    await this.page.waitForFunction((s, p) => new RegExp(p).test(document.querySelector(s)?.innerText ?? ""), { timeout: 15_000 }, selector, pattern.source);
    return this.text(selector);
  }

  // paint returns a property of a layer as it is set.
  paint(layer, name) { return this.page.evaluate((l, n) => JSON.stringify(window.graphMap.getPaintProperty(l, n)), layer, name); }

  async shot(file) { await this.page.screenshot({ path: file }); }
}
