// node check.mjs FOLDER: reads what `graphbuild export` wrote into a folder with packages of other people, and compares the
// numbers of objects with those of `graphbuild inspect --json` in inspect.json. It says what it read, and ends with status 1
// where a file is not as its format wants it.
import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import { check as checkGeoJSON } from '@placemarkio/check-geojson';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import Papa from 'papaparse';
import wellknown from 'wellknown';

const require = createRequire(import.meta.url);
const { GraphSON3Reader } = require('gremlin/lib/structure/io/graph-serializer');

const folder = process.argv[2];
const file = (name) => path.join(folder, name);
const text = (name) => fs.readFileSync(file(name), 'utf8');
const stats = JSON.parse(text('inspect.json'));

function equal(what, got, want) {
  if (got !== want) throw new Error(`${what}: ${got}, expected ${want}`);
}

function lines(name) {
  return text(name).split('\n').filter((line) => line !== '');
}

function table(name) {
  const { data, errors } = Papa.parse(text(name), { header: true, skipEmptyLines: true });
  if (errors.length > 0) throw new Error(`row ${errors[0].row}: ${errors[0].message}`);
  return data;
}

// The numbers of pairs differ from those of edges: an edge that no mode may use is not counted there.
let pairs;

const checks = {
  'edges.geojson': (name) => {
    const all = checkGeoJSON(text(name)).features; // throws where RFC 7946 is not kept
    pairs = all.length;
    return `${all.length} features`;
  },
  'edges.geojsonl': (name) => {
    const all = lines(name).map((line) => checkGeoJSON(line));
    equal('lines', all.length, pairs);
    return `${all.length} features`;
  },
  'edges.csv': (name) => {
    const all = table(name);
    equal('rows', all.length, pairs);
    for (const row of all) {
      const shape = wellknown.parse(Object.values(row).find((v) => v.startsWith('LINESTRING')));
      if (shape?.type !== 'LineString') throw new Error(`no line in ${JSON.stringify(row)}`);
    }
    return `${all.length} rows, with their lines as WKT`;
  },
  'edges.parquet': async (name) => {
    const source = await asyncBufferFromFile(file(name));
    const meta = await parquetMetadataAsync(source);
    const geo = JSON.parse(meta.key_value_metadata.find((x) => x.key === 'geo').value);
    const all = await parquetReadObjects({ file: source, compressors });
    equal('rows', all.length, pairs);
    const shape = all[0][geo.primary_column];
    if (shape?.type !== 'LineString' || shape.coordinates.length < 2) throw new Error(`geometry ${JSON.stringify(shape)}`);
    return `${all.length} rows, GeoParquet ${geo.version}`;
  },
  'graph.graphml': (name) => {
    const valid = XMLValidator.validate(text(name));
    if (valid !== true) throw new Error(JSON.stringify(valid.err));
    const { graph } = new XMLParser({ ignoreAttributes: false }).parse(text(name)).graphml;
    equal('nodes', graph.node.length, stats.vertices.total);
    equal('edges', graph.edge.length, stats.edges.total);
    return `${graph.node.length} nodes, ${graph.edge.length} edges`;
  },
  'graph.osm': (name) => {
    const valid = XMLValidator.validate(text(name));
    if (valid !== true) throw new Error(JSON.stringify(valid.err));
    return 'well-formed XML';
  },
  'graph.graphson': (name) => {
    const reader = new GraphSON3Reader();
    let vertices = 0, edges = 0;
    for (const line of lines(name)) {
      const x = reader.read(JSON.parse(line));
      const get = (k) => (x instanceof Map ? x.get(k) : x[k]);
      vertices++;
      const out = get('outE') ?? {};
      for (const list of out instanceof Map ? out.values() : Object.values(out)) edges += list.length;
    }
    equal('vertices', vertices, stats.vertices.total);
    equal('edges', edges, stats.edges.total);
    return `${vertices} vertices, ${edges} edges, by the package gremlin`;
  },
  'vertices.csv': (name) => {
    const all = table(name);
    equal('vertices', all.filter((row) => row['~id'] !== '' && row['~label'] !== '').length, stats.vertices.total);
    return `${all.length} vertices for Neptune`;
  },
  'neptune-edges.csv': (name) => {
    const all = table(name);
    equal('edges', all.filter((row) => row['~from'] !== '' && row['~to'] !== '').length, stats.edges.total);
    return `${all.length} edges for Neptune`;
  },
};

let failed = false;
for (const [name, check] of Object.entries(checks)) {
  try {
    console.log(`${name}: ${await check(name)}`);
  } catch (err) {
    failed = true;
    console.error(`${name}: ${err.message}`);
  }
}
process.exit(failed ? 1 : 0);
