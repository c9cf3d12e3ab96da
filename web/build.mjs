// Packs the page into serve/web/dist, where the Go package serve/web embeds it. Files are named by their content and packed
// with gzip; equal sources give equal files.
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const here = path.dirname(fileURLToPath(import.meta.url));
const out = path.join(here, "..", "serve", "web", "dist");
const kept = "without.html"; // the page of programs without the map, which is not made here

// pack returns the text of one file with all that it imports.
async function pack(entry) {
  const result = await build({
    entryPoints: [path.join(here, entry)], bundle: true, minify: true, write: false, format: "esm", target: "es2022",
    legalComments: "none", logLevel: "warning", loader: { ".svg": "text" },
  });
  return Buffer.from(result.outputFiles[0].contents);
}

// put writes a file under a name with its hash, and returns that name.
async function put(name, content) {
  const { name: stem, ext } = path.parse(name);
  const hash = createHash("sha256").update(content).digest("hex").slice(0, 10);
  const full = `${stem}-${hash}${ext}`;
  await writeFile(path.join(out, "assets", full + ".gz"), gzipSync(content, { level: 9 }));
  return full;
}

// licences returns the licences of a package and of all that it is made of.
async function licences(name, seen) {
  if (seen[name]) return "";
  seen[name] = true;
  const folder = path.join(here, "node_modules", name);
  const about = JSON.parse(await readFile(path.join(folder, "package.json"), "utf8"));
  const file = (await readdir(folder)).find(f => /^licen[sc]e/i.test(f));
  let text = `${name} ${about.version}, ${about.license}\n\n${file ? await readFile(path.join(folder, file), "utf8") : ""}\n\n`;
  for (const part of Object.keys(about.dependencies ?? {}).sort()) text += await licences(part, seen);
  return text;
}

for (const name of await readdir(out)) if (name !== kept) await rm(path.join(out, name), { recursive: true });
await mkdir(path.join(out, "assets"), { recursive: true });
const names = {
  SCRIPT: await put("main.js", await pack("src/main.js")),
  WORKER: await put("worker.mjs", await pack("node_modules/maplibre-gl/dist/maplibre-gl-worker.mjs")),
  STYLE: await put("main.css", await pack("src/main.css")),
  LICENCES: await put("licences.txt", await licences("maplibre-gl", {})),
};
let page = await readFile(path.join(here, "src/index.html"), "utf8");
for (const [key, name] of Object.entries(names)) page = page.replaceAll(`{{${key}}}`, "assets/" + name);
await writeFile(path.join(out, "index.html"), page);
for (const name of Object.values(names)) {
  const bytes = (await readFile(path.join(out, "assets", name + ".gz"))).length;
  console.log(`${name}  ${(bytes / 1e3).toFixed(0)} kB packed`);
}
