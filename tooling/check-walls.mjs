import path from "node:path";
import { root } from "./root.mjs";
import { runCommand, say } from "./run-command.mjs";

/** A checker that sees no modules finds no fault either, so it must have seen at least this many. */
const fewestModules = 120;

const cli = path.join(root, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs");
const places = ["packages/contracts/src", "packages/figures/src", "apps/server/src", "apps/web/src"];
const { output } = await runCommand(process.execPath, [cli, ...places, "--config", "--output-type", "json"]);
const { summary } = JSON.parse(output.slice(output.indexOf("{")));
const broken = summary.violations.filter(({ rule }) => rule.severity === "error");
for (const { rule, from, to } of broken) say(`${rule.name}: ${from} → ${to}`);
const isBlind = summary.totalCruised < fewestModules;
if (isBlind) say(`Only ${summary.totalCruised} modules were read; at least ${fewestModules} were expected.`);
process.exitCode = isBlind || broken.length > 0 ? 1 : 0;
