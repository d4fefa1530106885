import type { AskAnswer, MetricAnswer } from "@console/contracts";
import { ownFormats } from "@console/figures/format";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemCaller } from "../../platform/context.ts";
import { createTestApp, signedInAs, type TestApp } from "../../testing/test-app.ts";
import { ingestFacts, type MetricRegistry, metricRegistry } from "../metrics/index.ts";
import { choosePanel } from "./choose-panel.ts";
import { decide } from "./engine/decide.ts";
import { describeParts } from "./engine/describe-query.ts";
import { allParts, openQuestion, readQuestion } from "./engine/read-question.ts";
import { readVocabulary } from "./engine/vocabulary.ts";
import { writeSentence } from "./write-sentence.ts";

/** Two tenants with the same deliveries, whose people and places have other names. */
const names = {
  first: { driver: ["Ann Berg", "Carl Dorn"], depot: ["North Depot", "South Depot"], zone: ["Harbour", "Old Town"] },
  second: { driver: ["Zoë Ibáñez", "Ming Xu"], depot: ["Warehouse 7", "Unit 12B"], zone: ["Al Quoz", "Deira"] },
} as const;
type Tenant = keyof typeof names;

/** Questions with a driver, a depot and a zone in the place of letters. */
const forms = [
  "deliveries of {driver} this month",
  "how many deliveries failed for {driver} this month",
  "{driver} failed deliveries by depot this month",
  "deliveries from {depot} by driver this month",
  "failed delivery rate of {depot} this month",
  "deliveries in {zone} this month excluding {driver}",
  "compare {driver} and {other driver} deliveries this month",
  "share of {depot} in deliveries this month",
  "deliveries per day in {zone} this month",
];

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-18T12:00:00Z" } });
  for (const [tenantId, own] of Object.entries(names)) {
    const records = Array.from({ length: 48 }, (_, index) => ({
      source_key: `${index}`,
      driver: own.driver[index % 2],
      depot: own.depot[Math.floor(index / 2) % 2],
      zone: own.zone[Math.floor(index / 4) % 2],
      status: index % 5 === 0 ? "Failed" : "Delivered",
      created_at: `2026-03-${String((index % 16) + 1).padStart(2, "0")}T08:00:00Z`,
    }));
    await testApp.as(systemCaller("test", tenantId), (context) =>
      ingestFacts(context, { fact: "delivery_tasks", source: "tests", records }),
    );
  }
});
afterAll(() => testApp.close());

function fill(form: string, { driver, depot, zone }: (typeof names)[Tenant]): string {
  return form
    .replace("{driver}", driver[0])
    .replace("{other driver}", driver[1])
    .replace("{depot}", depot[0])
    .replace("{zone}", zone[0]);
}

async function ask(question: string, tenantId: Tenant): Promise<AskAnswer> {
  const response = await testApp.app.inject({
    method: "POST",
    url: "/api/assistant/ask",
    payload: { question },
    headers: signedInAs("manager", tenantId),
  });
  return response.json();
}

/** An answer with the names of the first tenant in the place of the second's. */
function rename(answer: AskAnswer): AskAnswer {
  const from = Object.values(names.second).flat();
  const to = Object.values(names.first).flat();
  const text = from.reduce((json, name, place) => json.replaceAll(name, to[place] ?? ""), JSON.stringify(answer));
  return JSON.parse(text);
}

test.each(forms)("%s is read alike whatever its names are", async (form) => {
  const first = await ask(fill(form, names.first), "first");
  const second = rename(await ask(fill(form, names.second), "second"));
  expect(first.outcome, first.text).toBe("answer");
  expect(second.query, second.text).toEqual(first.query);
  expect(second.result?.totals).toEqual(first.result?.totals);
});

test("a metric, a dimension and members that are new are asked for, told and drawn at once", () => {
  const failed = metricRegistry.metrics.get("failed_delivery_count");
  if (!failed) throw new Error("There is a metric of failed deliveries.");
  const lost = { ...failed, id: "lost_pallet_count", label: "Lost pallets", synonyms: ["pallets lost"], phrases: [] };
  const gate = { id: "gate", label: "Gate", synonyms: ["gate", "gates"] };
  const registry: MetricRegistry = {
    ...metricRegistry,
    metrics: new Map([...metricRegistry.metrics, [lost.id, lost]]),
    dimensions: new Map([...metricRegistry.dimensions, [gate.id, gate]]),
    dimensionsFor: (metric) => [...metricRegistry.dimensionsFor(metric), "gate"],
  };
  const reader = { registry, today: "2026-03-18", formats: ownFormats };
  const vocabulary = readVocabulary(registry);
  const open = openQuestion("lost pallets at tunnel mouth by gate last week", vocabulary, reader.today);
  // A member of the tenant's own, as its store finds it.
  const found = [{ word: "tunnel mouth", kind: "whole" as const, dimension: "gate", name: "Tunnel Mouth" }];
  const read = readQuestion(open, found, { vocabulary, today: reader.today, domain: null, parts: allParts });
  const decision = decide(read, { ...reader, previous: null, parts: allParts });
  if (decision.outcome !== "answer") throw new Error(decision.text);
  const { query } = decision;
  expect(query).toMatchObject({
    metrics: ["lost_pallet_count"],
    dimensions: ["gate"],
    filters: [{ field: "gate", values: ["Tunnel Mouth"] }],
  });
  expect(describeParts(query, reader).map(({ label }) => label)).toEqual([
    "Lost pallets",
    "9 – 15 Mar",
    "Gate is Tunnel Mouth",
    "By gate",
  ]);
  const result: MetricAnswer = {
    columns: [],
    rows: [{ gate: "Tunnel Mouth", lost_pallet_count: 7 }],
    totals: { lost_pallet_count: 7 },
    time: { from: "2026-03-09", to: "2026-03-16", timeZone: "UTC" },
    compareTime: null,
    currency: "USD",
    isTruncated: false,
    rules: [],
    freshness: [],
  };
  expect(writeSentence(query, result, reader)).toBe("Lost pallets, Tunnel Mouth, 9 – 15 Mar: Tunnel Mouth 7.");
  expect(choosePanel(query, "Lost pallets", registry)).toMatchObject({ kind: "ranking", by: "gate" });
});
