import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { platformTenant } from "../../platform/context.ts";
import { deliverNotices } from "../../testing/deliver-notices.ts";
import { createPerson } from "../../testing/people.ts";
import { createTestApp, signedInAs, type TestApp } from "../../testing/test-app.ts";

let testApp: TestApp;
let admin: Record<string, string>;
beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-18T12:00:00Z" } });
  admin = signedInAs("admin", platformTenant, (await createPerson(testApp, { role: "admin" })).uid);
});
afterAll(() => testApp.close());

async function newTenant() {
  const tenantId = randomUUID();
  const asker = await createPerson(testApp, { role: "worker", tenantId });
  const manager = await createPerson(testApp, { role: "manager", tenantId });
  return {
    tenantId,
    email: asker.email,
    uid: asker.uid,
    who: signedInAs("worker", tenantId, asker.uid),
    manager: signedInAs("manager", tenantId, manager.uid),
  };
}

type Method = "GET" | "POST" | "PATCH";

async function call(method: Method, url: string, headers: Record<string, string>, payload?: object) {
  const response = await testApp.app.inject({ method, url, headers, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.json() };
}

const answer = {
  question: "net sales of Seef last week",
  outcome: "answer",
  reason: null,
  text: "Net sales of Seef were USD 12.00.",
  reading: ["Net sales", "Last week", "Branch: Seef"],
  unused: ["please"],
  query: { metrics: ["net_sales"] },
  rows: [{ net_sales: 1200 }],
};

const thumbsDown = (more: object = {}) => ({
  kind: "answer",
  rating: "down",
  reasons: ["wrong_period"],
  text: "I meant the week that began on Sunday.",
  answer,
  page: "/tenant/genesis-report",
  pageQuery: "preset=last7",
  viewport: "1440×900",
  ...more,
});

async function act(name: string, id: string, headers: Record<string, string>, fields: object = {}) {
  const { status, body } = await call("POST", `/api/admin/feedback/acts/${name}`, headers, { ids: [id], fields });
  return status === 200 ? body.outcomes[0] : { status, body };
}

test("an answer's rating is kept with the answer as it was, and its tenant's managers and the platform read it", async () => {
  const { tenantId, who, manager } = await newTenant();
  const { status, body } = await call("POST", "/api/feedback", who, thumbsDown());
  expect(status, JSON.stringify(body)).toBe(201);
  for (const reader of [admin, manager]) {
    const { body: row } = await call("GET", `/api/admin/feedback/rows/${body.id}`, reader);
    expect(row.row ?? row).toMatchObject({
      about: answer.question,
      rating: "down",
      reasons: ["wrong_period"],
      reading: answer.reading,
      unused: ["please"],
      tenantId,
      page: "/tenant/genesis-report",
      state: "new",
    });
  }
  expect((await call("GET", `/api/admin/feedback/rows/${body.id}`, who)).status).toBe(403);
});

test("another tenant's managers see nothing of it, and change nothing", async () => {
  const [one, other] = [await newTenant(), await newTenant()];
  const { body } = await call("POST", "/api/feedback", one.who, thumbsDown());
  expect((await call("GET", `/api/admin/feedback/rows/${body.id}`, other.manager)).status).toBe(404);
  const { body: list } = await call("GET", "/api/admin/feedback", other.manager);
  expect(list.items).toEqual([]);
  expect(await act("fix", body.id, other.manager)).toMatchObject({ isDone: false });
  const reply = await call("POST", `/api/feedback/${body.id}/reply`, other.manager, { text: "No." });
  expect(reply.status).toBe(404);
  const changed = await call("PATCH", `/api/feedback/${body.id}`, other.who, { isWithdrawn: true });
  expect(changed.status).toBe(404);
  const { body: trends } = await call("GET", `/api/feedback/trends?tenant=${one.tenantId}`, other.manager);
  expect(trends.error.kind).toBe("not_found");
});

test("a reply and a fix reach the person, who sees what became of it", async () => {
  const { who, email, manager } = await newTenant();
  const { body } = await call("POST", "/api/feedback", who, thumbsDown());
  const reply = await call("POST", `/api/feedback/${body.id}/reply`, manager, { text: "We will look into weeks." });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  expect(await act("start", body.id, manager)).toMatchObject({ isDone: true });
  const closed = await call("PATCH", `/api/feedback/${body.id}`, who, { text: "Other words" });
  expect([closed.status, closed.body.error.kind]).toEqual([409, "conflict"]);
  expect(await act("fix", body.id, manager, { text: "Weeks begin on Sunday now." })).toMatchObject({ isDone: true });
  await deliverNotices(testApp);
  const { body: outbox } = await call("GET", "/api/outbox?limit=100", admin);
  const subjects = outbox.items
    .filter((mail: { to: string | string[] }) => String(mail.to).includes(email))
    .map(({ subject }: { subject: string }) => subject);
  expect(subjects.join("\n")).toContain("Your feedback led to a fix");
  const { body: mine } = await call("GET", "/api/feedback/mine", who);
  expect(mine.items).toMatchObject([
    { id: body.id, state: "fixed", reply: "Weeks begin on Sunday now.", isOpen: false, about: answer.question },
  ]);
});

test("one's own words can be changed and withdrawn while nobody works on them", async () => {
  const { who, manager } = await newTenant();
  const remark = { kind: "page", category: "idea", text: "A dark map", page: "/tenant/tookan-report" };
  const { body } = await call("POST", "/api/feedback", who, remark);
  const changed = await call("PATCH", `/api/feedback/${body.id}`, who, { text: "A darker map" });
  expect(changed.body).toMatchObject({ text: "A darker map", category: "idea", state: "new" });
  expect((await call("PATCH", `/api/feedback/${body.id}`, who, { text: "" })).status).toBe(400);
  await call("PATCH", `/api/feedback/${body.id}`, who, { isWithdrawn: true });
  const refused = await call("POST", `/api/feedback/${body.id}/reply`, manager, { text: "Thanks." });
  expect(refused.body.error).toMatchObject({ kind: "conflict" });
  expect((await call("POST", "/api/feedback", who, { ...remark, text: " " })).status).toBe(400);
  expect((await call("POST", "/api/feedback", who, { ...thumbsDown(), answer: undefined })).status).toBe(400);
});

test("duplicates are folded within their tenant, and trends count what was said", async () => {
  const { tenantId, who, manager } = await newTenant();
  const other = await newTenant();
  const first = (await call("POST", "/api/feedback", who, thumbsDown())).body.id;
  const second = (await call("POST", "/api/feedback", who, thumbsDown())).body.id;
  const foreign = (await call("POST", "/api/feedback", other.who, thumbsDown())).body.id;
  await call("POST", "/api/feedback", who, thumbsDown({ rating: "up", reasons: [] }));
  expect(await act("fold", second, admin, { duplicateOf: foreign })).toMatchObject({ isDone: false });
  expect(await act("fold", second, manager, { duplicateOf: first })).toMatchObject({ isDone: true });
  const { body: row } = await call("GET", `/api/admin/feedback/rows/${first}`, admin);
  expect((row.row ?? row).alike).toBe(1);
  const { body } = await call("GET", `/api/feedback/trends?tenant=${tenantId}`, admin);
  expect(body.weeks).toHaveLength(12);
  expect(body.weeks.at(-1)).toEqual({ week: "2026-03-16", up: 1, down: 2, pages: 0 });
  expect(body.reasons).toEqual([{ label: "Wrong period", count: 2 }]);
  expect(body.metrics).toEqual([{ label: "Net sales", count: 2 }]);
});

test("what is said is text, wherever it is read", async () => {
  const { who, manager } = await newTenant();
  const text = `<img src=x onerror=alert(1)> '; drop table feedback; -- =HYPERLINK("http://x")`;
  const { body } = await call("POST", "/api/feedback", who, thumbsDown({ text }));
  const { body: row } = await call("GET", `/api/admin/feedback/rows/${body.id}`, manager);
  expect((row.row ?? row).body).toBe(text);
});

test("a rated answer is opened by others only with a reason, which the audit log keeps", async () => {
  const { who, manager } = await newTenant();
  const other = await newTenant();
  const passages = [{ title: "Returns", headings: ["Refunds"], page: 2, kind: "text", content: "Within ten days." }];
  const training = [{ kind: "word", id: "w1", scope: "tenant", label: "takings" }];
  const given = { ...answer, currency: "USD", passages, training };
  const { body } = await call("POST", "/api/feedback", who, thumbsDown({ answer: given }));
  const url = `/api/feedback/${body.id}/transcript`;
  for (const [path, method] of [
    [`/api/admin/feedback/rows/${body.id}`, "GET"],
    ["/api/admin/feedback", "GET"],
    [url, "POST"],
  ] as const) {
    const without = await call(method, path, manager, method === "POST" ? { reason: "  " } : undefined);
    expect(JSON.stringify(without.body), path).not.toMatch(/12\.00|1200|ten days/);
  }
  const file = await testApp.app.inject({ url: "/api/admin/feedback/export?format=csv", headers: manager });
  expect([file.statusCode, file.body.includes("12.00")]).toEqual([200, false]);
  const opened = await call("POST", url, manager, { reason: "To see which week was meant." });
  expect(opened).toMatchObject({
    status: 200,
    body: {
      text: answer.text,
      columns: [{ id: "net_sales", label: "Net sales", unit: "currency" }],
      rows: [{ net_sales: 1200 }],
      currency: "USD",
      passages,
      training,
    },
  });
  const sentences = async () =>
    (await call("GET", "/api/admin/audit", manager)).body.items
      .map(({ sentence }: { sentence: string }) => sentence)
      .filter((sentence: string) => sentence.includes("opened the answer"));
  expect(await sentences()).toEqual([expect.stringContaining("To see which week was meant")]);
  expect((await call("POST", url, other.manager, { reason: "Curious." })).status).toBe(404);
  expect((await call("POST", url, who, { reason: "Mine." })).status, "whoever reads no inbox").toBe(403);
  const own = await call("POST", "/api/feedback", manager, thumbsDown());
  expect((await call("POST", `/api/feedback/${own.body.id}/transcript`, manager, {})).status).toBe(200);
  expect(await sentences()).toHaveLength(1);
});

/** The smallest picture there is: one pixel. */
const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=";

const remark = (more: object = {}) => ({
  kind: "page",
  category: "problem",
  text: "The totals overlap.",
  page: "/tenant/genesis-report",
  ...more,
});

test("a screenshot is kept with feedback on a page, and those who read the inbox open it, which is noted", async () => {
  const { who, manager } = await newTenant();
  const other = await newTenant();
  const screenshot = { type: "image/png", data: pixel };
  const { status, body } = await call("POST", "/api/feedback", who, remark({ screenshot }));
  expect(status, JSON.stringify(body)).toBe(201);
  const url = `/api/feedback/${body.id}/screenshot`;
  for (const reader of [admin, manager])
    expect(await call("GET", url, reader)).toEqual({ status: 200, body: screenshot });
  expect((await call("GET", url, who)).status, "whoever gave it reads no inbox").toBe(403);
  expect((await call("GET", url, other.manager)).status).toBe(404);
  const { body: row } = await call("GET", `/api/admin/feedback/rows/${body.id}`, manager);
  expect(row.row ?? row).toMatchObject({ hasScreenshot: true });
  const { body: audit } = await call("GET", "/api/admin/audit", manager);
  const sentences = audit.items.map(({ sentence }: { sentence: string }) => sentence);
  expect(sentences.filter((sentence: string) => sentence.includes("opened the screenshot"))).toHaveLength(2);
});

test("feedback without a screenshot has none to open", async () => {
  const { who, manager } = await newTenant();
  const { body } = await call("POST", "/api/feedback", who, remark());
  expect((await call("GET", `/api/feedback/${body.id}/screenshot`, manager)).status).toBe(404);
});

test.each([
  ["what is no picture", { type: "image/png", data: Buffer.from("<svg onload=alert(1)>").toString("base64") }],
  ["a picture of another type", { type: "image/webp", data: pixel }],
  ["a picture of a type that can hold scripts", { type: "image/svg+xml", data: pixel }],
  ["one that is too large", { type: "image/png", data: pixel + "A".repeat(900_000) }],
])("%s is no screenshot, and nothing is kept", async (_, screenshot) => {
  const { who, manager } = await newTenant();
  const { status, body } = await call("POST", "/api/feedback", who, remark({ screenshot }));
  expect(status, JSON.stringify(body)).toBe(400);
  expect((await call("GET", "/api/admin/feedback", manager)).body.items).toEqual([]);
});

test("a rating of an answer has no screenshot", async () => {
  const { who } = await newTenant();
  const screenshot = { type: "image/png", data: pixel };
  expect((await call("POST", "/api/feedback", who, thumbsDown({ screenshot }))).status).toBe(400);
});
