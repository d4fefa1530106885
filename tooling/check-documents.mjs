import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./root.mjs";
import { say } from "./run-command.mjs";

const rootNames = /^(?:apps|packages|tests|tooling|docs|\.ci)\//;

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
for (const problem of problems) say(problem);
process.exitCode = problems.length > 0 ? 1 : 0;

/** A name with a wildcard or a placeholder stands for its folder. */
function isThere(name) {
  return existsSync(path.join(root, name.replace(/[*<{$…].*$/, "")));
}
