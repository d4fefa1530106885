import type { PanelAnswer } from "@console/contracts";
import { describePanel, ownFormats, type PanelView, tableForPicture } from "@console/figures";
import { listShownFigures } from "@console/figures/list-shown-figures-for-tests";
import { readReportFile, type ShownFigure, valueInFile } from "@console/figures/shown-figure-for-tests";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertTenant } from "../modules/directory/index.ts";
import { ingestFacts } from "../modules/metrics/index.ts";
import { reports } from "../modules/reports/index.ts";
import { systemCaller } from "../platform/context.ts";
import { createTestApp, signedInAs, type TestApp } from "../testing/test-app.ts";
import { isFullLength } from "../testing/test-length.ts";
import { demoBatches, demoDays, demoMasters, demoTenants } from "./demo/demo-batches.ts";
import { dayNumber, dayText } from "./demo/local-day.ts";

const now = new Date("2026-11-15T12:00:00Z");
const today = "2026-11-15";
/** Enough for a period and the one before it. */
const daysFilled = 70;
/** What is on hand is known only where every movement is. */
const filledWhole = ["stock_movements"];
const views = [
  "period=last_30_days&compare=previous_period",
  ...(isFullLength ? ["period=last_7_days&compare=same_weekdays", "period=this_month&compare=none&grain=week"] : []),
];
let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: now.toISOString() } });
  for (const tenantId of demoTenants) {
    await testApp.as(systemCaller("test", "platform"), (context) =>
      insertTenant(context, {
        id: tenantId,
        name: tenantId,
        aiq_type: "Tookan",
        time_zone: "Asia/Bahrain",
        currency: "USD",
      }),
    );
    for (const [fact, records] of collectFacts(tenantId)) {
      const { rejected } = await testApp.as(systemCaller("test", tenantId), (context) =>
        ingestFacts(context, { fact, source: "demo", records }),
      );
      expect(rejected).toEqual([]);
    }
  }
});
afterAll(() => testApp.close());

/** The last days of a demo tenant, as one batch for each table. */
function collectFacts(tenantId: string) {
  const { first, last } = demoDays(tenantId, now);
  const facts = new Map<string, ReturnType<typeof demoBatches>[number]["records"]>();
  const add = ({ fact, records }: ReturnType<typeof demoBatches>[number]) => {
    const list = facts.get(fact) ?? [];
    for (const record of records) list.push(record);
    facts.set(fact, list);
  };
  for (const batch of demoMasters(tenantId, { first, now })) add(batch);
  for (let day = dayNumber(first); day <= dayNumber(last); day += 1) {
    const isRecent = day > dayNumber(last) - daysFilled;
    for (const batch of demoBatches(tenantId, dayText(day), { first, now })) {
      if (isRecent || filledWhole.includes(batch.fact)) add(batch);
    }
  }
  return facts;
}

async function get(tenantId: string, url: string) {
  const response = await testApp.app.inject({ method: "GET", url, headers: signedInAs("manager", tenantId) });
  expect(response.statusCode, `${url} ${response.body.slice(0, 300)}`).toBe(200);
  return response;
}

/** The answer of a panel, with each of its questions asked again by itself. */
async function readAnswer(tenantId: string, url: string): Promise<PanelAnswer> {
  const answer: PanelAnswer = (await get(tenantId, url)).json();
  for (const question of answer.questions) {
    const headers = signedInAs("manager", tenantId);
    const request = { method: "POST", url: "/api/metrics/query", headers, payload: question.query } as const;
    question.answer = (await testApp.app.inject(request)).json();
  }
  return answer;
}

type Reading = { heads: string[]; rows: string[][] };

/** What a reader of the screen has before him: tiles, or the table that each picture can be turned into. */
function readScreen(view: PanelView): Reading {
  if (view.kind === "figures") {
    return { heads: ["", ""], rows: view.figures.map(({ label, value }) => [label, value ?? ""]) };
  }
  if (view.kind === "picture") {
    const { columns, rows } = tableForPicture(view.picture);
    return { heads: columns.map(({ label }) => label), rows: rows.map(({ cells }) => cells.map(({ text }) => text)) };
  }
  if (view.kind !== "table") return { heads: [], rows: [] };
  const { columns, rows, totals } = view.table;
  return {
    heads: columns.map(({ label, unit }) => (unit ? `${label} ${unit}` : label)),
    rows: [
      ...rows.map(({ name, cells }) => [name, ...cells.map(({ text }) => text)]),
      ...(totals ? [["Total", ...totals.map(({ text }) => text)]] : []),
    ],
  };
}

function textOnScreen({ heads, rows }: Reading, { row, column }: ShownFigure): string | undefined {
  const place = typeof column === "number" ? column : heads.indexOf(column);
  return rows.find(([name]) => name === row)?.[place];
}

const comparedKinds = new Set<string>();

for (const tenantId of demoTenants) {
  test(`every figure of ${tenantId} is the same on the screen, in the API and in the file`, async () => {
    let compared = 0;
    for (const report of reports.values()) {
      if (!report.hasOwnPage) continue;
      for (const view of views) {
        const exported = await get(tenantId, `/api/reports/${report.id}/export?format=csv&content=figures&${view}`);
        const file = readReportFile(exported.body);
        for (const panel of report.sections.flatMap(({ panels }) => panels)) {
          const answer = await readAnswer(tenantId, `/api/reports/${report.id}/panels/${panel.id}?${view}`);
          const screen = readScreen(describePanel(panel, answer, { formats: ownFormats, today, annotations: [] }));
          const figures = screen.rows.length > 0 ? listShownFigures(panel, answer, today) : [];
          if (figures.length > 0) comparedKinds.add(panel.kind);
          compared += figures.length;
          const wrong = figures.flatMap((figure) => {
            const [text, saved] = [textOnScreen(screen, figure), valueInFile(file, figure.file)];
            const isSame = text === figure.text && Math.abs(saved - figure.value) < 1e-6;
            return isSame ? [] : [{ row: figure.row, column: figure.column, api: figure.text, screen: text, saved }];
          });
          expect({ panel: `${report.id} ${panel.id}?${view}`, wrong }).toEqual({
            panel: `${report.id} ${panel.id}?${view}`,
            wrong: [],
          });
        }
      }
    }
    expect(compared).toBeGreaterThan(50);
  });
}

test("no kind of panel is left out", () => {
  const kinds = [...reports.values()].flatMap(({ sections }) =>
    sections.flatMap(({ panels }) => panels.map(({ kind }) => kind)),
  );
  expect([...new Set(kinds)].filter((kind) => !comparedKinds.has(kind))).toEqual([]);
});
