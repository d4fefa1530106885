import type { MetricAnswer, MetricQuery, PanelAnswer, ReportPanel } from "@console/contracts";
import { ownFormats } from "@console/figures/format";
import { describePanel } from "@console/figures/panel";
import { act, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { fake } from "../../lib/fake-for-tests.ts";
import { button, press, renderInApp } from "../../lib/screen-for-tests.tsx";
import type { Explained } from "../change-explanation/explain-query.ts";
import { PanelFrame } from "./panel-frame.tsx";

const reader = { formats: ownFormats, today: "2026-03-18", annotations: [] };
const query = fake<MetricQuery>({
  metrics: ["late", "failed"],
  dimensions: ["zone"],
  filters: [{ field: "depot", op: "in", values: ["North"] }],
  time: { from: "2026-03-01", to: "2026-03-08" },
  basis: "completed",
  compare: { type: "previous_period" },
  grain: "day",
});
const column = (id: string, label: string) => ({ id, label, kind: "metric", unit: "count", good: "down" }) as const;
const rule = (metric: string) => ({ metric, rule: "", exclusions: [], otherCurrencies: [], comparisonGap: null });
const answer = fake<MetricAnswer>({
  columns: [column("late", "Late deliveries"), column("failed", "Failed deliveries")],
  rows: [{ zone: "A", period: "2026-03-01", late: 80, late__compare: 40, failed: 3, failed__compare: null }],
  totals: { late: 80, late__compare: 40, failed: 3, failed__compare: null },
  time: { from: "2026-03-01", to: "2026-03-08", timeZone: "UTC" },
  compareTime: { from: "2026-02-22", to: "2026-03-01" },
  currency: "USD",
  rules: [rule("late"), { ...rule("failed"), comparisonGap: { firstDay: "2026-03-01" } }],
  freshness: [],
});
const asked = {
  metrics: ["late"],
  filters: query.filters,
  time: query.time,
  basis: "completed",
  compare: { type: "previous_period" },
  explain: true,
};

async function show(panel: ReportPanel, onExplain: ((explained: Explained) => void) | undefined) {
  const panelAnswer = { panel: "p", kind: panel.kind, questions: [{ query, answer }], noise: [], leftOut: [] };
  const data = fake<PanelAnswer>(panelAnswer);
  await renderInApp(
    <PanelFrame
      headingId="p"
      panel={panel}
      shown={describePanel(panel, data, reader)}
      answer={data}
      reader={reader}
      formats={ownFormats}
      readAt={0}
      onOpen={undefined}
      onExplain={onExplain}
    />,
  );
}

const tiles: ReportPanel = { id: "p", kind: "kpis", title: "Figures", metrics: ["late", "failed"] };
const ranking: ReportPanel = { id: "p", kind: "ranking", title: "Zones", metrics: ["late", "failed"], by: "zone" };

test("a tile that is compared tells why it changed, under all that its panel is read with", async () => {
  const onExplain = vi.fn();
  await show(tiles, onExplain);
  const explainers = screen.getAllByRole("button", { name: /^Explain this change/ });
  expect(explainers.map(({ textContent }) => textContent)).toEqual([
    "Explain this change: Late deliveries, +100.0%worsevs 22 – 28 Feb",
  ]);
  await act(async () => explainers[0]?.click());
  expect(onExplain).toHaveBeenCalledExactlyOnceWith({ label: "Late deliveries", query: asked });
});

test("the menu of a panel explains the change of the whole, and only what is compared", async () => {
  const onExplain = vi.fn();
  await show(ranking, onExplain);
  await press("More about: Zones");
  const items = [...document.querySelectorAll<HTMLElement>("[role=menuitem]")];
  const explainer = items.find(({ textContent }) => textContent === "Explain this change");
  await act(async () => explainer?.click());
  expect(onExplain).toHaveBeenCalledExactlyOnceWith({ label: "Late deliveries", query: asked });
});

test("where nobody can be asked nothing offers to explain", async () => {
  await show(tiles, undefined);
  expect(document.body.textContent).not.toContain("Explain this change");
  expect(button("Explain this change")).toBeUndefined();
});
