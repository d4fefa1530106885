import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./root.mjs";
import { say } from "./run-command.mjs";

const rootNames = /^(?:apps|packages|tests|tooling|docs|\.ci)\//;

/** Folders whose rooms are all on the map: in a row of their own, or in the row of the folder. */
const roomsOnTheMap = ["apps/server/src/modules", "apps/web/src/features", "apps/web/src/blocks"];

const documents = [
  "README.md",
  "CONTRIBUTING.md",
  ...readdirSync(path.join(root, "docs"), { recursive: true })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];
const problems = [];
for (const document of documents) {
  const text = readFileSync(path.join(root, document), "utf8");
  const quoted = [...text.matchAll(/`([^`\s]+)`/g)].map(([, name]) => name).filter((name) => rootNames.test(name));
  const linked = [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(([, target]) => target);
  for (const name of quoted) if (!isThere(name)) problems.push(`${document} names ${name}, which does not exist.`);
  for (const target of linked) {
    if (/^\w+:/.test(target)) continue;
    const name = path.join(path.dirname(document), target);
    if (!isThere(name)) problems.push(`${document} links to ${target}, which does not exist.`);
  }
}
const guide = readFileSync(path.join(root, "CONTRIBUTING.md"), "utf8");
const map = guide.slice(guide.indexOf("## The map"), guide.indexOf("## Where does it go?"));
for (const folder of roomsOnTheMap) {
  for (const room of readdirSync(path.join(root, folder))) {
    const isNamed = map.includes(`\`${folder}/${room}\``) || rowFor(folder).includes(`\`${room}\``);
    if (!isNamed) problems.push(`CONTRIBUTING.md leaves ${folder}/${room} out of its map.`);
  }
}
for (const section of guide.split(/^## /m)) {
  const cells = section.split("\n").flatMap((line) => (/^\| [^-]/.test(line) ? [line.split("|")[1].trim()] : []));
  const repeated = cells.filter((cell, index) => cells.indexOf(cell) !== index);
  for (const cell of repeated) problems.push(`CONTRIBUTING.md has two rows for ${cell}.`);
}
for (const problem of problems) say(problem);
process.exitCode = problems.length > 0 ? 1 : 0;

/** A name with a wildcard or a placeholder stands for its folder. */
function isThere(name) {
  return existsSync(path.join(root, name.replace(/[*<{$…].*$/, "")));
}

function rowFor(folder) {
  return map.split("\n").find((line) => line.startsWith(`| \`${folder}\``)) ?? "";
}
