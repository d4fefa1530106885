import type { AskAnswer } from "@console/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemCaller } from "../../platform/context.ts";
import { createTestApp, signedInAs, type TestApp } from "../../testing/test-app.ts";
import { ingestFacts } from "../metrics/index.ts";

const drivers = ["Ann Berg", "Bo Carlsen", "Zoë Dietrich"];
let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-18T12:00:00Z" } });
  for (const [tenantId, prefix] of [
    ["asks", ""],
    ["others", "Secret "],
  ] as const) {
    const records = Array.from({ length: 60 }, (_, index) => ({
      source_key: `${index}`,
      driver: `${prefix}${drivers[index % 3]}`,
      depot: index % 2 === 0 ? "North Depot" : "South Depot",
      status: index % 5 === 0 ? "Failed" : "Delivered",
      created_at: `2026-03-${String((index % 17) + 1).padStart(2, "0")}T08:00:00Z`,
    }));
    await testApp.as(systemCaller("test", tenantId), (context) =>
      ingestFacts(context, { fact: "delivery_tasks", source: "tests", records }),
    );
  }
});
afterAll(() => testApp.close());

async function ask(body: object, path = "/api/assistant/ask", tenantId = "asks"): Promise<AskAnswer> {
  const response = await testApp.app.inject({
    method: "POST",
    url: path,
    payload: body,
    headers: signedInAs("manager", tenantId),
  });
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
}

/** Every number in a text. */
function numbersIn(text: string): string[] {
  return text.match(/\d[\d,]*(?:\.\d+)?/g) ?? [];
}

test("a question is answered with its query, its figures, a panel and the report that shows it", async () => {
  const answer = await ask({ question: "failed deliveries by driver this month" });
  expect(answer).toMatchObject({
    outcome: "answer",
    reason: null,
    query: {
      metrics: ["failed_delivery_count"],
      dimensions: ["driver"],
      time: { from: "2026-03-01", to: "2026-03-19" },
    },
    panel: { kind: "ranking", by: "driver" },
    open: { query: { from: "2026-03-01", to: "2026-03-18" } },
  });
  expect(answer.result?.totals).toEqual({ failed_delivery_count: 12 });
  expect(answer.assumptions.map(({ kind }) => kind)).toEqual(["metric", "period", "split"]);
});

test("members are found by parts, without accents and with a typing error", async () => {
  for (const name of ["Zoe", "dietrich", "zoë dietrich", "dietrihc"]) {
    const { query } = await ask({ question: `deliveries of ${name} this month` });
    expect(query, name).toMatchObject({ filters: [{ field: "driver", values: ["Zoë Dietrich"] }] });
  }
});

test("an option is answered like a question", async () => {
  const { query, ...asked } = await ask({ question: "deliveries this month" });
  const run = await ask({ query }, "/api/assistant/run");
  expect(run).toEqual({ ...asked, query });
});

test("a follow-up by earlier questions and by the query before are the same", async () => {
  const context = ["deliveries by driver this month"];
  const byContext = await ask({ question: "and by depot?", context });
  const { query: previous } = await ask({ question: "deliveries by driver this month" });
  const byQuery = await ask({ question: "and by depot?", previous });
  expect(byContext.query).toMatchObject({ dimensions: ["depot"] });
  expect(byQuery).toEqual(byContext);
});

test("a page's period and filters hold where the question says none", async () => {
  const page = {
    report: "delivery-report",
    query: {
      time: { from: "2026-03-01", to: "2026-03-08" },
      filters: [{ field: "depot", op: "in", values: ["North Depot"] }],
    },
  };
  const { query } = await ask({ question: "how many deliveries failed", page });
  expect(query).toMatchObject(page.query);
  const { query: said } = await ask({ question: "how many deliveries failed yesterday", page });
  expect(said).toMatchObject({ time: { from: "2026-03-17", to: "2026-03-18" } });
});

test.each([
  "deliveries this month",
  "deliveries by driver this month",
  "failed delivery rate by depot this month",
  "deliveries per day this month",
  "deliveries last week vs the week before",
  "share of each depot in deliveries this month",
  "what share of deliveries came from north depot this month",
])("every number of the sentence about %s is in its result", async (question) => {
  const { text, result, outcome } = await ask({ question });
  expect(outcome, text).toBe("answer");
  const cells = [...(result?.rows ?? []), result?.totals ?? {}].flatMap((row) => Object.values(row));
  const figures = cells.flatMap((cell) =>
    typeof cell === "number" ? [cell, cell * 100].map((value) => String(Number(value.toFixed(1)))) : [],
  );
  // Days are told too: the numbers of the years and days of its period.
  const days = [result?.time, result?.compareTime].flatMap((time) => [time?.from ?? "", time?.to ?? ""]);
  const told = new Set([...figures, ...[...Array(32).keys()].map(String), "2026"]);
  expect(days.length).toBeGreaterThan(0);
  for (const number of numbersIn(text)) expect([...told], text).toContain(String(Number(number.replaceAll(",", ""))));
});

test("nothing is told of another tenant, and no word differs whether its names exist or not", async () => {
  const real = await ask({ question: "deliveries by Secret Ann Berg this month" });
  const made = await ask({ question: "deliveries by Secretx Ann Berg this month" });
  expect(JSON.stringify(real)).not.toContain("Secret Ann");
  expect(real.outcome).not.toBe("answer");
  expect(JSON.stringify(real).replaceAll("Secret", "?")).toBe(JSON.stringify(made).replaceAll("Secretx", "?"));
});

test("a question why tells what the change came from, with parts that add up", async () => {
  const { text, result, query } = await ask({ question: "why did deliveries change last week by depot?" });
  expect(query).toMatchObject({ explain: true, compare: { type: "previous_period" } });
  const { change = null, dimensions = [] } = result?.contributions ?? {};
  for (const { members } of dimensions) {
    expect(members.reduce((sum, { contribution }) => sum + contribution, 0)).toBeCloseTo(change ?? 0, 9);
  }
  expect(text).toMatch(/most came from|within the usual range|Nothing changed/);
});

test("a change of a whole is judged by its single days, as on a report", async () => {
  const records = Array.from({ length: 14 }, (_, day) =>
    Array.from({ length: day < 7 ? 1 : 4 }, (_, index) => ({
      source_key: `${day}-${index}`,
      driver: "Ann Berg",
      status: day < 7 && day % 2 === 0 ? "Failed" : "Delivered",
      created_at: `2026-02-${String(day + 1).padStart(2, "0")}T08:00:00Z`,
    })),
  ).flat();
  await testApp.as(systemCaller("test", "judged"), (context) =>
    ingestFacts(context, { fact: "delivery_tasks", source: "tests", records }),
  );
  const query = { time: { from: "2026-02-08", to: "2026-02-15" }, compare: { type: "previous_period" } };
  const run = (more: object) => ask({ query: { ...query, ...more } }, "/api/assistant/run", "judged");
  expect((await run({ metrics: ["delivery_count"] })).noise).toEqual([]);
  expect((await run({ metrics: ["delivery_count"], explain: true })).noise).toEqual([]);
  const within = { time: { from: "2026-02-05", to: "2026-02-08" } };
  expect((await run({ metrics: ["failed_delivery_count"], ...within })).noise).toEqual(["failed_delivery_count"]);
  expect(await run({ metrics: ["delivery_count"], dimensions: ["driver"] })).not.toHaveProperty("noise");
});

test("what the address of a report cannot hold is named as its chip is", async () => {
  const query = {
    metrics: ["delivery_count"],
    dimensions: ["driver"],
    filters: [
      { field: "depot", op: "in", values: ["North Depot", "South Depot"] },
      { field: "depot", op: "in", values: ["North Depot"] },
    ],
    time: { from: "2026-03-02", to: "2026-03-09" },
    compare: { type: "range", from: "2026-03-09", to: "2026-03-16" },
    grain: "week",
    sort: [{ by: "delivery_count", dir: "desc" }],
    limit: 2,
  };
  const { open, assumptions } = await ask({ query }, "/api/assistant/run");
  expect(open).toEqual({
    report: "tookan-report",
    path: "/tenant/tookan-report",
    query: { from: "2026-03-02", to: "2026-03-08", depot: ["North Depot", "South Depot"], grain: "week" },
    leftOut: ["Depot is North Depot", "By driver", "Against 9 – 15 Mar", "Highest 2"],
  });
  const chips = assumptions.map(({ label }) => label);
  expect(open?.leftOut.filter((label) => !chips.includes(label))).toEqual([]);
});

test("a state over a period is explained against the period before, and not against yesterday", async () => {
  const records = Array.from({ length: 12 }, (_, index) => ({
    source_key: `${index}`,
    title: `D-${index}`,
    document_type: index % 2 === 0 ? "Invoice" : "Contract",
    status: "Approved",
    created_at: `2026-03-${String(index + 3).padStart(2, "0")}T08:00:00Z`,
  }));
  await testApp.as(systemCaller("test", "asks"), (context) =>
    ingestFacts(context, { fact: "documents", source: "tests", records }),
  );
  const query = {
    metrics: ["documents_on_file_count"],
    time: { from: "2026-03-10", to: "2026-03-17" },
    compare: { type: "previous_period" },
    explain: true,
  };
  const { result, text } = await ask({ query }, "/api/assistant/run");
  expect(result?.compareTime, text).toEqual({ from: "2026-03-03", to: "2026-03-10" });
  expect(result?.contributions?.metric).toBe("documents_on_file_count");
});

test("a period before the first facts is told", async () => {
  expect(await ask({ question: "deliveries in 2020" })).toMatchObject({ outcome: "refuse", reason: "no_data" });
});

test("a question that is too long or empty is refused", async () => {
  for (const question of ["", "x".repeat(501)]) {
    const { statusCode } = await testApp.app.inject({
      method: "POST",
      url: "/api/assistant/ask",
      payload: { question },
      headers: signedInAs("manager", "asks"),
    });
    expect(statusCode).toBe(400);
  }
});
