import type { ViewProblem } from "@console/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemCaller } from "../../platform/context.ts";
import { createTestApp, signedInAs, type TestApp } from "../../testing/test-app.ts";
import { ingestFacts } from "../metrics/index.ts";

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-18T12:00:00Z" } });
  for (const [tenantId, drivers] of Object.entries({ own: ["Ali Hassan", "Noor Saleh"], other: ["Nobody"] })) {
    const records = drivers.map((driver) => ({
      source_key: driver,
      status: "Delivered",
      driver,
      created_at: "2026-03-10T10:00:00Z",
    }));
    await testApp.as(systemCaller("test", tenantId), (context) =>
      ingestFacts(context, { fact: "delivery_tasks", source: "test", records }),
    );
  }
});
afterAll(() => testApp.close());

async function get(path: string) {
  const response = await testApp.app.inject({ url: `/api/reports${path}`, headers: signedInAs("worker", "own") });
  return { status: response.statusCode, body: response.json() };
}

async function findProblems(query: string): Promise<ViewProblem[]> {
  const { status, body } = await get(`/tookan-report/check?query=${encodeURIComponent(query)}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.problems;
}

test("an address that can be read has no problems", async () => {
  expect(await findProblems("")).toEqual([]);
  const query = "from=2026-03-01&to=2026-03-11&driver=Ali+Hassan&driver=Unassigned&not.delivery_status=Failed";
  expect(await findProblems(`${query}&compare=none&grain=week&basis=completed`)).toEqual([]);
});

test("a member that does not exist is named, with those that are near; another tenant's is none", async () => {
  expect(await findProblems("driver=Nobody&driver=Ali+Hassan")).toEqual([
    {
      wrong: { driver: ["Nobody"] },
      subject: "Nobody",
      message: "There is no driver Nobody in the data. Remove it, or choose another.",
      suggestions: [],
    },
  ]);
  expect(await findProblems("not.driver=ali+hasan")).toMatchObject([
    {
      wrong: { "not.driver": ["ali hasan"] },
      suggestions: [{ label: "Ali Hassan", instead: { "not.driver": ["Ali Hassan"] } }],
    },
  ]);
});

test("a filter that the report does not have is named, with the one that may be meant", async () => {
  const [near, existing, own] = await findProblems("drivr=Ali+Hassan&branch=North&toString=x");
  expect(near).toEqual({
    wrong: { drivr: ["Ali Hassan"] },
    subject: "drivr",
    message: 'Delivery report has no filter "drivr". Remove it, or choose another.',
    suggestions: [{ label: "Driver: Ali Hassan", instead: { driver: ["Ali Hassan"] } }],
  });
  expect(existing).toMatchObject({ message: "Delivery report cannot be filtered by branch. Remove it." });
  expect(own).toMatchObject({ wrong: { toString: ["x"] } });
});

test("days that are none, turned round, ahead or too many are named with their parts", async () => {
  expect(await findProblems("from=2026-13-45&driver=Nobody")).toMatchObject([
    {
      wrong: { from: ["2026-13-45"] },
      message: 'The first day, "2026-13-45", is not a day. Write it like 2026-03-18, or remove it.',
    },
    { wrong: { driver: ["Nobody"] } },
  ]);
  expect(await findProblems("from=2026-03-10&to=2026-03-02")).toMatchObject([
    {
      wrong: { from: ["2026-03-10"], to: ["2026-03-02"] },
      subject: "2026-03-10 to 2026-03-01",
      message: expect.stringContaining("The last day, 2026-03-01, is before the first, 2026-03-10."),
      suggestions: [{ label: "2026-03-01 to 2026-03-10", instead: { from: ["2026-03-01"], to: ["2026-03-11"] } }],
    },
  ]);
  expect(await findProblems("from=2026-03-10&to=2026-03-10")).toMatchObject([
    { message: expect.stringContaining("The last day, 2026-03-09, is before the first, 2026-03-10.") },
  ]);
  expect(await findProblems("from=2026-12-01")).toMatchObject([{ wrong: { from: ["2026-12-01"] } }]);
  expect(await findProblems("from=1900-01-01&to=2026-03-01")).toMatchObject([
    { message: expect.stringContaining("A range may span at most 50 years.") },
  ]);
  // Figures end today: how far ahead the last day is does not matter, up to the last day of all.
  expect(await findProblems("from=2026-03-01&to=2200-01-01")).toEqual([]);
  expect(await findProblems("from=2026-03-01&to=2200-01-02")).toMatchObject([{ wrong: { to: ["2200-01-02"] } }]);
  expect(await findProblems("from=1990-01-01&to=2026-03-01&grain=day")).toMatchObject([{ wrong: { grain: ["day"] } }]);
});

test("choices that do not exist or come twice are named, with those that would do", async () => {
  expect(await findProblems("period=last_31_days&compare=previus_period&grain=day&grain=week")).toEqual([
    {
      wrong: { period: ["last_31_days"] },
      subject: "last_31_days",
      message: 'There is no period "last_31_days". Remove it, or choose another.',
      suggestions: expect.arrayContaining([{ label: "last 30 days", instead: { period: ["last_30_days"] } }]),
    },
    expect.objectContaining({
      suggestions: [{ label: "previous period", instead: { compare: ["previous_period"] } }],
    }),
    expect.objectContaining({ wrong: { grain: ["day", "week"] } }),
  ]);
  expect(await findProblems("driver=")).toMatchObject([{ message: "The filter driver has no value. Remove it." }]);
});

test("what is named is what the panels refuse, and without it they answer", async () => {
  const wrong = ["driver=Nobody", "drivr=x", "from=2026-13-45", "from=2026-03-10&to=2026-03-01", "from=2026-12-01"];
  for (const query of [...wrong, "period=x", "basis=x", "driver=", "grain=day&from=1990-01-01", "compare=x"]) {
    expect((await get(`/tookan-report/panels/outcomes?${query}`)).status, query).toBe(400);
    const parameters = new URLSearchParams(query);
    for (const { wrong } of await findProblems(query)) for (const name of Object.keys(wrong)) parameters.delete(name);
    expect((await get(`/tookan-report/panels/outcomes?${parameters}`)).status, query).toBe(200);
  }
});
