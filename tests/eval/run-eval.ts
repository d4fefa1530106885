import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { runProduct } from "../product/run-product.ts";
import { callOnce, gradeAll, openAskers } from "./ask.ts";
import type { EvalCase } from "./grade.ts";
import { printLift } from "./lift.ts";
import { gradePlanned, type Planned, printPlanted, startPlanner, useModel } from "./planning.ts";
import { engineParts, type Graded, printAblation, printColumns, printReport } from "./report.ts";
import { printTrained } from "./trained.ts";

const words = process.argv.slice(2);
const files = words.filter((word) => !word.startsWith("--"));
const url = words.find((word) => word.startsWith("--url="))?.slice("--url=".length);
const isAblation = words.includes("--ablation");
/** What the corrections of one voice do for the others, and what much training costs, in the place of the score. */
const isLift = words.includes("--lift");
const isTrained = words.includes("--trained");
/** Asks again in conversations with a model that plans. */
const isPlanning = words.includes("--planning");
const details = words.find((word) => word.startsWith("--details="))?.slice("--details=".length);
if (isPlanning && url) throw new Error("With --planning the tool starts the product itself, beside the model.");
if (files.length === 0) throw new Error("Name at least one file of questions.");
const cases = files.flatMap((file) => readCases(file));
const planner = isPlanning ? await startPlanner() : null;
const graded: Graded[] = [];
const planned: Planned[] = [];
for (const today of [...new Set(cases.map((one) => one.today))]) {
  const own = cases.filter((one) => one.today === today);
  graded.push(...(await gradeDay(today, own)));
}
if (graded.length > 0) printReport(graded.filter(({ without }) => without === undefined));
if (isAblation) printAblation(graded);
if (planner) {
  await planner.close();
  printColumns({ "engine alone": graded, "with a model that plans": planned });
  printPlanted(planned);
}
if (details) writeFileSync(details, [...graded, ...planned].map((one) => JSON.stringify(one)).join("\n"));

function readCases(file: string): EvalCase[] {
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.filter((line) => line.trim() !== "").map((line) => JSON.parse(line));
}

/** Asks all questions of one day: of a product that runs already where it has that day, else of one that is started for it. */
async function gradeDay(today: string, own: readonly EvalCase[]): Promise<Graded[]> {
  if (url) return askAll(url, today, own);
  const dataDir = mkdtempSync(path.join(tmpdir(), "eval-"));
  try {
    const graded = await gradeProduct(dataDir, today, own);
    for (const without of isAblation ? engineParts : []) {
      const rest = await gradeProduct(dataDir, today, own, without);
      graded.push(...rest.map((one) => ({ ...one, without })));
    }
    return graded;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Asks a product of its own, as it is or without a part of what reads questions. */
async function gradeProduct(
  dataDir: string,
  today: string,
  own: readonly EvalCase[],
  without?: string,
): Promise<Graded[]> {
  const product = await runProduct({
    DATA_DIR: dataDir,
    DEMO: "1",
    DEMO_DATA: "1",
    RATE_LIMIT: "0",
    CONSOLE_NOW: `${today}T09:00:00Z`,
    ...(without && { QUESTIONS_WITHOUT: without }),
    ...(planner && { OLLAMA_URL: planner.url }),
  });
  try {
    return await askAll(product.url, today, own);
  } finally {
    await product.kill("SIGTERM");
  }
}

async function askAll(base: string, today: string, own: readonly EvalCase[]): Promise<Graded[]> {
  const askers = await openAskers(base, own);
  const [asker] = askers.values();
  if (!asker) return [];
  try {
    const state = await callOnce<{ today: string }>(asker, "/api/metrics");
    if (state.today !== today) return own.map((skipped) => ({ case: skipped, grade: "skipped", milliseconds: 0 }));
    if (isLift) await printLift(askers, own);
    if (isTrained) await printTrained(askers, own);
    if (isLift || isTrained) return [];
    const alone = await gradeAll(askers, own);
    if (planner) {
      await useModel(base);
      planned.push(...(await gradePlanned(askers, own, planner.planner)));
    }
    return alone;
  } finally {
    asker.caller.close();
  }
}
