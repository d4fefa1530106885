import { readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { root } from "./root.mjs";
import { say } from "./run-command.mjs";

/** Gzipped bytes that a first visit may load. */
const budget = { js: 150_000, css: 25_000 };
/** Pages that strangers open first, by the route file behind each. */
const pages = {
  "/": "src/routes/index.tsx",
  "/login": "src/routes/login.tsx",
  "/laiqkan/{tookan_id}": "src/routes/laiqkan/$tookan_id.tsx",
  "/embedded/tookan-report": "src/routes/embedded/tookan-report.tsx",
};

const dist = path.join(root, "apps/web/dist");
const manifest = JSON.parse(readFileSync(path.join(dist, ".vite/manifest.json"), "utf8"));
let isOver = false;
for (const [url, routeFile] of Object.entries(pages)) {
  const chunks = new Set();
  for (const key of Object.keys(manifest)) {
    if (manifest[key].isEntry || key.split("?")[0] === routeFile) collect(key, chunks);
  }
  const files = [...chunks].flatMap((key) => [manifest[key].file, ...(manifest[key].css ?? [])]);
  for (const [kind, most] of Object.entries(budget)) {
    const bytes = sumSizes(files.filter((file) => file.endsWith(`.${kind}`)));
    if (bytes > most) isOver = true;
    say(`${url}: ${(bytes / 1000).toFixed(1)} kB of ${most / 1000} kB ${kind}, gzipped`);
  }
}
process.exit(isOver ? 1 : 0);

function collect(key, chunks) {
  if (chunks.has(key)) return;
  chunks.add(key);
  for (const next of manifest[key].imports ?? []) collect(next, chunks);
}

function sumSizes(files) {
  return [...new Set(files)].reduce((sum, file) => sum + gzipSync(readFileSync(path.join(dist, file))).length, 0);
}
