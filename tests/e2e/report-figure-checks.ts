import type { ReportDefinition, ReportPanel } from "@console/contracts";
import { listShownFigures } from "@console/figures/list-shown-figures-for-tests";
import {
  type ReportFile,
  readReportFile,
  type ShownFigure,
  valueInFile,
} from "@console/figures/shown-figure-for-tests";
import type { Locator, Page } from "@playwright/test";
import { expect, longUnless, test } from "./product.ts";
import { type Api, openApi, seededRandom } from "./report-figures.ts";
import { panel, type ReportId, readTable, reportPaths, tile, viewAsTable } from "./report-page.ts";
import { type landings, signIn } from "./sign-in-form.ts";

const periods = [
  "last_7_days",
  "last_30_days",
  "last_90_days",
  "last_week",
  "this_month",
  "last_month",
  "last_quarter",
];
const comparisons = ["previous_period", "same_weekdays", "same_period_last_year", "none"];
const panelsOfEach = 6;
const figuresOfEach = 4;
const today = () => new Date().toISOString().slice(0, 10);

/** Every demo tenant with the reports that it has facts for. */
const demoReports: [keyof typeof landings, ReportId][] = [
  ...(Object.keys(reportPaths) as ReportId[]).map((id): [keyof typeof landings, ReportId] => ["acme", id]),
  ["tookan", "tookan-report"],
  ["warehouse", "warehouse-report"],
  ["genesis", "branch-report"],
  ["docman", "docman-report"],
  ["other", "genesis-report"],
];

/** A number is the same on the screen, in the API and in the file, whichever report, view and cell is looked at. */
export function checkFigures(): void {
  const seed = Number(process.env.REPORT_SEED ?? Date.now() % 1_000_000);

  for (const [person, id] of demoReports) {
    test(
      `the numbers of the ${id} of ${person} are those of the API and of its file`,
      longUnless(person === "acme" && id === "tookan-report"),
      async ({ page, problems }) => {
        test.info().annotations.push({ type: "REPORT_SEED", description: String(seed) });
        const random = seededRandom(seed + id.length);
        const api = await openApi(page.request, person);
        const report = await api.report(id);
        const chosen = choosePanels(await listFilledPanels(report, api), random);
        const [first] = chosen;
        if (!first) throw new Error(`${person} has no figures in the ${id}.`);
        const query = await chooseFilledView(report, first, api, random);
        const picks = Array.from({ length: chosen.length * figuresOfEach }, random);
        await signIn(page, person);
        let compared = 0;
        // The demo goes on by itself, so that a figure may move between two readings; a wrong one stays wrong.
        await expect(async () => {
          await page.goto(`${reportPaths[id]}?${query}`);
          const file = readReportFile(await api.csv(id, query));
          compared = 0;
          for (const [place, one] of chosen.entries()) {
            const mine = picks.slice(place * figuresOfEach, (place + 1) * figuresOfEach);
            compared += await comparePanel(page, one, { api, id, query, file, picks: mine });
          }
        }, `REPORT_SEED=${seed}, ${id}?${query}`).toPass({ timeout: 150_000 });
        expect(compared, `REPORT_SEED=${seed}, ${id}?${query}`).toBeGreaterThan(0);
        expect(problems).toEqual([]);
      },
    );
  }
}

const pickOne = <Item>(items: readonly Item[], random: () => number): Item =>
  items[Math.floor(random() * items.length)] as Item;

/** The panels of a report that have figures without any filter: a tenant may have facts for some of them only. */
async function listFilledPanels(report: ReportDefinition, api: Api): Promise<ReportPanel[]> {
  const filled: ReportPanel[] = [];
  for (const one of report.sections.flatMap(({ panels }) => panels)) {
    if (await hasFigures(report, one, api, "period=last_90_days")) filled.push(one);
  }
  return filled;
}

async function hasFigures(report: ReportDefinition, one: ReportPanel, api: Api, query: string): Promise<boolean> {
  return listShownFigures(one, await api.answer(report.id, one.id, query), today()).length > 0;
}

const mostTries = 20;

/** A view under which a panel has figures; without filters where none is found soon. */
async function chooseFilledView(
  report: ReportDefinition,
  one: ReportPanel,
  api: Api,
  random: () => number,
): Promise<string> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const query = await chooseView(report, api, random);
    if (await hasFigures(report, one, api, query)) return query;
  }
  return "period=last_90_days&compare=previous_period";
}

/** A period, a comparison and one or two filters with members that there are. */
async function chooseView(report: ReportDefinition, api: Api, random: () => number): Promise<string> {
  const query = new URLSearchParams({ period: pickOne(periods, random), compare: pickOne(comparisons, random) });
  const [first, second] = shuffled(report.filters, random);
  const used = [first, ...(random() < 0.5 ? [second] : [])];
  for (const [place, filter] of used.entries()) {
    if (!filter) continue;
    const members = filter.members ?? (await api.members(filter.dimension));
    // The second is left out rather than kept, so that something remains.
    if (members.length > 0) query.append(`${place === 0 ? "" : "not."}${filter.dimension}`, pickOne(members, random));
  }
  return query.toString();
}

/** The first panel, and some others of whatever kind. */
function choosePanels([first, ...others]: readonly ReportPanel[], random: () => number): ReportPanel[] {
  return [...(first ? [first] : []), ...shuffled(others, random).slice(0, panelsOfEach - 1)];
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, at: random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item);
}

type Asked = { api: Api; id: ReportId; query: string; file: ReportFile; picks: number[] };

/** How many figures of a panel were compared; none where the filters leave nothing. */
async function comparePanel(page: Page, one: ReportPanel, { api, id, query, file, picks }: Asked): Promise<number> {
  const card = panel(page, one.title);
  await card.scrollIntoViewIfNeeded();
  await expect(card).toHaveAttribute("aria-busy", "false");
  const figures = listShownFigures(one, await api.answer(id, one.id, query), today());
  const isEmpty = (await card.getByText(/^(There is nothing|Nothing)/).count()) > 0;
  if (figures.length === 0 || isEmpty) return 0;
  const read = one.kind === "kpis" ? readTile(card) : await readCell(page, one);
  const chosen = new Set(picks.map((pick) => figures[Math.floor(pick * figures.length)] as ShownFigure));
  for (const figure of chosen) {
    const place = `${one.title}: ${figure.row}, ${figure.column}`;
    expect(await read(figure), `${place} on the screen`).toBe(figure.text);
    const saved = valueInFile(file, figure.file);
    expect(Math.abs(saved - figure.value), `${place} in the file: ${saved}`).toBeLessThan(1e-6);
  }
  return chosen.size;
}

function readTile(card: Locator) {
  return async ({ row }: ShownFigure) => tile(card, row).textContent();
}

async function readCell(page: Page, one: ReportPanel) {
  const card = panel(page, one.title);
  if ((await card.locator("table").count()) === 0) await viewAsTable(card);
  const { heads, rows } = await readTable(card);
  return async ({ row, column }: ShownFigure) => {
    const place = typeof column === "number" ? column : heads.indexOf(column);
    return rows.find(([name]) => name === row)?.[place] ?? `not among ${heads.join(", ")}`;
  };
}
