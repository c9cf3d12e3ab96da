// Runs clients of OSRM by other people against a service: node check.mjs URL. It fails where one gets an error or no answer.
import { createRequire } from 'node:module';
import { JSDOM } from 'jsdom';
import polyline from '@mapbox/polyline';

const require = createRequire(import.meta.url);
const url = process.argv[2];
const towns = [[-75.5484, 39.7447], [-75.6044, 39.6837], [-75.5244, 39.1582], [-75.0849, 38.7209], [-75.7497, 39.6837], [-75.3976, 38.7779]];
const profiles = ['driving', 'cycling', 'walking'];
let checks = 0;

function expect(ok, what) {
	checks++;
	if (!ok) throw new Error(what);
}

async function ask(path) {
	const answer = await fetch(url + path);
	return { status: answer.status, body: await answer.json() };
}

// pairs yields each two towns that differ, in both directions.
function* pairs() {
	for (const a of towns) for (const b of towns) if (a !== b) yield [a, b];
}

// Every step of routes between all towns has a text in several languages.
async function textInstructions() {
	const compiler = require('osrm-text-instructions')('v5');
	let steps = 0;
	for (const profile of profiles) {
		for (const [a, b] of pairs()) {
			const { body } = await ask(`/route/v1/${profile}/${a};${b}?steps=true&overview=false`);
			expect(body.code === 'Ok', `${profile} from ${a} to ${b}: ${body.code}`);
			for (const leg of body.routes[0].legs) {
				for (const [i, step] of leg.steps.entries()) {
					for (const language of ['en', 'de', 'pt-BR']) {
						const text = compiler.compile(language, step, { legCount: 1, legIndex: 0 });
						expect(text && !/undefined|\{/.test(text), `step ${i} from ${a} to ${b}: ${text}`);
					}
					steps++;
				}
			}
		}
	}
	return `osrm-text-instructions: ${steps} steps of ${profiles.length * towns.length * (towns.length - 1)} routes in three languages`;
}

// The map plugin: its router, and its control on a map, in the DOM of jsdom.
async function routingMachine() {
	const dom = new JSDOM('<!doctype html><div id="map" style="width:800px;height:600px"></div>', { url: url + '/', pretendToBeVisual: true });
	for (const name of ['window', 'document', 'location', 'XMLHttpRequest', 'HTMLElement', 'Image']) globalThis[name] = name === 'window' ? dom.window : dom.window[name];
	Object.defineProperty(globalThis, 'navigator', { value: dom.window.navigator, configurable: true });
	const L = require('leaflet');
	globalThis.L = dom.window.L = L;
	require('leaflet-routing-machine');
	const serviceUrl = url + '/route/v1';
	const points = towns.slice(0, 3).map(([lon, lat]) => L.Routing.waypoint(L.latLng(lat, lon)));
	let instructions = 0;
	for (const profile of profiles) {
		const router = L.Routing.osrmv1({ serviceUrl, profile });
		for (const waypoints of [points.slice(0, 2), points, points]) { // the third time with the hints of the second
			const routes = await new Promise((ok, fail) => router.route(waypoints, (e, r) => (e ? fail(new Error(JSON.stringify(e))) : ok(r))));
			expect(routes.length > 0 && routes[0].coordinates.length > 2, `${profile}: no line`);
			expect(routes[0].summary.totalDistance > 1000 && routes[0].instructions.length > 3, `${profile}: ${JSON.stringify(routes[0].summary)}`);
			expect(routes[0].waypoints.length === waypoints.length, `${profile}: ${routes[0].waypoints.length} waypoints`);
			for (const one of routes[0].instructions) expect(one.text && one.index < routes[0].coordinates.length, JSON.stringify(one));
			instructions += routes[0].instructions.length;
		}
	}
	const bad = L.Routing.osrmv1({ serviceUrl, profile: 'driving' });
	const error = await new Promise((ok) => bad.route([points[0], L.Routing.waypoint(L.latLng(99, 0))], (e) => ok(e)));
	expect(error && /HTTP request failed/.test(error.message), `an error is told: ${JSON.stringify(error)}`);

	const map = L.map('map').setView([39.5, -75.5], 9);
	const control = L.Routing.control({ serviceUrl, waypoints: points.map((p) => p.latLng) }).addTo(map);
	await new Promise((ok, fail) => control.on('routesfound', () => setTimeout(ok, 50)).on('routingerror', (e) => fail(new Error(JSON.stringify(e.error)))));
	const rows = dom.window.document.querySelectorAll('.leaflet-routing-alt:not(.leaflet-routing-alt-minimized) tr').length;
	expect(rows > 5, `the control shows ${rows} instructions`);
	map.remove();
	dom.window.close();
	return `leaflet-routing-machine: ${instructions} instructions of 9 requests, and a control on a map with ${rows} rows`;
}

// A client of all services.
async function restClient() {
	const { OSRM } = require('osrm-rest-client');
	for (const profile of profiles) {
		const client = OSRM({ osrm: url, defaultProfile: profile });
		const nearest = await client.nearest({ coordinates: [towns[0]], number: 3 });
		expect(nearest.waypoints.length === 3, `nearest: ${JSON.stringify(nearest)}`);
		const table = await client.table({ coordinates: towns, sources: [0, 1], destinations: [2, 3, 4] });
		expect(table.durations.length === 2 && table.durations.every((row) => row.length === 3 && row.every((x) => x > 0)), `table: ${JSON.stringify(table)}`);
		const route = await client.route({ coordinates: [towns[0], towns[2]], steps: true, annotations: true, geometries: 'geojson', overview: 'full' });
		expect(Math.abs(route.routes[0].duration - table.durations[0][0]) < 0.15, `${profile}: ${route.routes[0].duration} s by the route, ${table.durations[0][0]} s in the table`);
		expect(route.routes[0].geometry.coordinates.length === route.routes[0].legs[0].annotation.distance.length + 1, 'annotation');
	}
	return 'osrm-rest-client: nearest, table and route';
}

// Mapbox's reader of polylines reads what we write, at both precisions.
async function polylines() {
	let points = 0;
	for (const [a, b] of pairs()) {
		const base = `/route/v1/driving/${a};${b}?overview=full&geometries=`;
		const line = (await ask(base + 'geojson')).body.routes[0].geometry.coordinates;
		for (const [form, precision] of [['polyline', 5], ['polyline6', 6]]) {
			const read = polyline.toGeoJSON((await ask(base + form)).body.routes[0].geometry, precision).coordinates;
			expect(read.length === line.length, `${form}: ${read.length} of ${line.length} points`);
			const far = Math.max(...read.map((p, i) => Math.max(Math.abs(p[0] - line[i][0]), Math.abs(p[1] - line[i][1]))));
			expect(far < 0.51 * 10 ** -precision, `${form}: ${far} degrees off`);
		}
		points += line.length;
	}
	const [a, b] = towns;
	const path = polyline.encode([[a[1], a[0]], [b[1], b[0]]], 6);
	expect((await ask(`/route/v1/driving/polyline6(${encodeURIComponent(path)})`)).body.code === 'Ok', 'coordinates as a polyline');
	return `@mapbox/polyline: ${points} points at both precisions`;
}

for (const client of [textInstructions, restClient, polylines, routingMachine]) console.log(await client());
console.log(`${checks} checks passed`);
process.exit(0);
