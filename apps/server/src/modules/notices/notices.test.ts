import { type NoticeChoice, permissionsForRole } from "@console/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Context, platformTenant, systemCaller } from "../../platform/context.ts";
import { createPerson, type Person } from "../../testing/people.ts";
import { createTestApp, signedInAs, type TestApp } from "../../testing/test-app.ts";
import { noticePeople } from "../directory/index.ts";
import { noticesJobs } from "./deliver-notice.ts";
import { collectNoticeKinds, defineNoticeKind } from "./notice-kind.ts";
import { type Notice, notify } from "./notify.ts";

const kindWith = (name: string, defaultChoice: NoticeChoice, mayBeSwitchedOff = true) =>
  defineNoticeKind({ name, label: name, group: "Test", defaultChoice, mayBeSwitchedOff, isFor: "everyone" });
const bell = kindWith("test.bell", "bell");
const email = kindWith("test.email", "email");
const digest = kindWith("test.digest", "digest");
const off = kindWith("test.off", "off");
const security = kindWith("test.security", "email", false);
const jobs = noticesJobs({ kinds: collectNoticeKinds([bell, email, digest, off, security]), people: noticePeople });

const noon = new Date("2026-03-18T12:00:00Z");
let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

/** Runs what the queue holds of notices, as if it were the given time. */
async function deliver(now = noon): Promise<void> {
  const { rows } = await testApp.pool.query(
    `with due as (delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
      where t.id = j.task_id and t.identifier like 'notices.%' and (j.run_at <= $1 or t.identifier = 'notices.deliver')
      returning j.id, t.identifier as name, j.payload)
    select name, payload from due order by id`,
    [now],
  );
  for (const { name, payload } of rows) {
    const job = jobs.find((one) => one.name === name);
    await testApp.as(systemCaller(name, payload.tenantId), async (context) =>
      job?.run?.({ ...context, now }, job.input.parse(payload.input)),
    );
  }
}

const tell = (notice: Notice) => testApp.as(systemCaller("test", platformTenant), (context) => notify(context, notice));

async function tellPerson(person: Person, notice: Partial<Notice> & Pick<Notice, "kind">, now = noon) {
  await tell({ to: { person }, subject: "Something happened", ...notice });
  await deliver(now);
}

const mailsTo = async (person: Person): Promise<string[]> =>
  (
    await testApp.pool.query(
      "select subject from mail_outbox where $1 = any(recipients) order by created_at, subject",
      [person.email],
    )
  ).rows.map(({ subject }) => subject);

const headersFor = ({ uid, tenantId }: Person, role = "manager") => signedInAs(role, tenantId ?? platformTenant, uid);

async function listFor(person: Person, query = "", role?: string) {
  return (await testApp.app.inject({ url: `/api/notices${query}`, headers: headersFor(person, role) })).json();
}

const mark = (person: Person, payload: object) =>
  testApp.app.inject({ method: "POST", url: "/api/notices/read", headers: headersFor(person), payload });

/** Chooses directly, since kinds of tests are not the product's. */
async function choose(person: Person, choices: Record<string, NoticeChoice>, quiet: [string, string] | null = null) {
  await testApp.as(systemCaller("test", person.tenantId ?? platformTenant), ({ db, tenantId }: Context) =>
    db
      .insertInto("notice_preferences")
      .values({
        tenant_id: tenantId,
        uid: person.uid,
        choices: JSON.stringify(choices),
        quiet_start: quiet?.[0] ?? null,
        quiet_end: quiet?.[1] ?? null,
        updated_at: noon,
      })
      .execute(),
  );
}

const kinds = { bell, email, digest, off, security };
const outcomes = {
  bell: { isShown: true, mails: 0, nextDay: 0 },
  email: { isShown: true, mails: 1, nextDay: 1 },
  digest: { isShown: true, mails: 0, nextDay: 1 },
  off: { isShown: false, mails: 0, nextDay: 0 },
};
const cases = Object.entries(kinds).flatMap(([name, kind]) =>
  ([null, "bell", "email", "digest", "off"] as const).map((choice) => ({
    name,
    kind,
    choice,
    outcome: kind.mayBeSwitchedOff ? outcomes[choice ?? kind.defaultChoice] : outcomes.email,
  })),
);

test.each(cases)("a $name notice to someone who chose $choice", async ({ kind, choice, outcome }) => {
  const person = await createPerson(testApp, { tenantId: "north" });
  if (choice) await choose(person, { [kind.name]: choice });
  await tellPerson(person, { kind });
  expect((await listFor(person)).items).toHaveLength(outcome.isShown ? 1 : 0);
  expect(await mailsTo(person)).toHaveLength(outcome.mails);
  await deliver(new Date("2026-03-19T08:00:00Z"));
  expect(await mailsTo(person)).toHaveLength(outcome.nextDay);
});

test("emails wait for the end of quiet hours in the zone of the reader, and security does not", async () => {
  const person = await createPerson(testApp, { tenantId: "quiet" });
  await testApp.pool.query("update tenants set time_zone = 'Asia/Dubai' where id = 'quiet'");
  await choose(person, {}, ["22:00", "07:00"]);
  const evening = new Date("2026-03-18T19:00:00Z");
  await tellPerson(person, { kind: email, subject: "One" }, evening);
  await tellPerson(person, { kind: email, subject: "Two" }, evening);
  expect(await mailsTo(person)).toEqual([]);
  await tellPerson(person, { kind: security, subject: "Your password was changed" }, evening);
  expect(await mailsTo(person)).toEqual(["AIQ: Your password was changed"]);
  await deliver(new Date("2026-03-19T02:59:00Z"));
  expect(await mailsTo(person)).toHaveLength(1);
  await deliver(new Date("2026-03-19T03:00:00Z"));
  expect(await mailsTo(person)).toEqual(["AIQ: Your password was changed", "AIQ: 2 notifications"]);
});

test("the summary is one email a day, without what was read meanwhile, however often its job runs", async () => {
  const person = await createPerson(testApp, { tenantId: "north" });
  for (const subject of ["One", "Two", "Three"]) await tellPerson(person, { kind: digest, subject });
  const { items } = await listFor(person);
  await mark(person, { ids: [items[0].id], isRead: true });
  const morning = new Date("2026-03-19T08:00:00Z");
  await deliver(morning);
  await testApp.as(systemCaller("test", "north"), (context) =>
    Promise.resolve(
      jobs.find(({ name }) => name === "notices.mail-held")?.run?.({ ...context, now: morning }, { uid: person.uid }),
    ),
  );
  expect(await mailsTo(person)).toEqual(["AIQ: 2 notifications"]);
});

test("one cause is one notice and one email while it is unread, and a new one after that", async () => {
  const person = await createPerson(testApp, { tenantId: "north" });
  for (const subject of ["Late", "Later", "Latest"])
    await tellPerson(person, { kind: email, subject, about: "a source" });
  const { items, unread } = await listFor(person);
  expect(items).toMatchObject([{ subject: "Latest", times: 3, isRead: false }]);
  expect(unread).toBe(1);
  expect(await mailsTo(person)).toEqual(["AIQ: Late"]);
  // Someone who reads emails alone hears of it again after a day.
  await tellPerson(person, { kind: email, subject: "Still", about: "a source" }, new Date("2026-03-19T12:00:00Z"));
  expect(await mailsTo(person)).toEqual(["AIQ: Late", "AIQ: Still"]);
  await mark(person, { isRead: true });
  await tellPerson(person, { kind: email, subject: "Again", about: "a source" });
  expect((await listFor(person)).items).toHaveLength(2);
  // Marked as unread as well, the two would be one cause twice: the newer one is.
  await mark(person, { isRead: true });
  await mark(person, { isRead: false });
  expect((await listFor(person)).unread).toBe(1);
});

test("what is over counts as read", async () => {
  const person = await createPerson(testApp, { tenantId: "north" });
  await tellPerson(person, { kind: bell, subject: "Fails", about: "a source" });
  await tellPerson(person, { kind: bell, subject: "Recovered", settles: "a source" });
  const { items } = await listFor(person);
  expect(items.map(({ subject, isRead }: { subject: string; isRead: boolean }) => [subject, isRead])).toEqual(
    expect.arrayContaining([
      ["Fails", true],
      ["Recovered", false],
    ]),
  );
});

test("a transaction that is rolled back tells nobody", async () => {
  const person = await createPerson(testApp, { tenantId: "north" });
  const work = testApp.as(systemCaller("test", "north"), async (context) => {
    await notify(context, { kind: email, to: { person }, subject: "Never" });
    throw new Error("changed my mind");
  });
  await expect(work).rejects.toThrow("changed my mind");
  await deliver();
  expect((await listFor(person)).items).toEqual([]);
  expect(await mailsTo(person)).toEqual([]);
});

test("a tenant's people with a permission are told, and nobody of another tenant or of the platform", async () => {
  const manager = await createPerson(testApp, { tenantId: "east" });
  const user = await createPerson(testApp, { tenantId: "east", role: "user" });
  const stranger = await createPerson(testApp, { tenantId: "west" });
  const admin = await createPerson(testApp, { role: "admin" });
  await tell({ kind: bell, to: { tenant: "east", permission: "users.manage" }, subject: "For managers" });
  await tell({ kind: bell, to: { platformAdmins: true }, subject: "For admins" });
  await deliver();
  const subjects = async (person: Person, role?: string) =>
    (await listFor(person, "", role)).items.map(({ subject }: { subject: string }) => subject);
  expect(await subjects(manager)).toEqual(["For managers"]);
  expect(await subjects(user, "user")).toEqual([]);
  expect(await subjects(stranger)).toEqual([]);
  expect(await subjects(admin, "admin")).toEqual(["For admins"]);
  // Someone of another tenant who claims the same uid meets the wall.
  expect(await subjects({ ...manager, tenantId: "west" })).toEqual([]);
  const { items } = await listFor(manager);
  await mark({ ...manager, tenantId: "west" }, { ids: [items[0].id], isRead: true });
  expect((await listFor(manager)).unread).toBe(1);
});

test("notices are filtered by kind and by unread, and walked page by page", async () => {
  const person = await createPerson(testApp, { tenantId: "north" });
  for (const [index, kind] of [bell, email, bell].entries())
    await tellPerson(person, { kind, subject: `Number ${index}` }, new Date(noon.getTime() + index));
  expect((await listFor(person, "?kind=test.bell")).items).toHaveLength(2);
  const first = await listFor(person, "?limit=2");
  expect(first.items.map(({ subject }: { subject: string }) => subject)).toEqual(["Number 2", "Number 1"]);
  expect((await listFor(person, `?limit=2&cursor=${first.next}`)).items).toMatchObject([{ subject: "Number 0" }]);
  await mark(person, { ids: [first.items[0].id], isRead: true });
  expect((await listFor(person, "?isUnread=true")).items).toHaveLength(2);
});

test("open pages of the person alone are told of a new notice, and of one that was read elsewhere", async () => {
  const [person, other] = [
    await createPerson(testApp, { tenantId: "live" }),
    await createPerson(testApp, { tenantId: "live" }),
  ];
  const events: string[] = [];
  const follow = ({ uid }: Person) =>
    testApp.hub.subscribe({
      tenantId: "live",
      uid,
      cursor: null,
      send: ({ type }) => void events.push(`${uid} ${type}`),
    });
  const leave = [await follow(person), await follow(other)];
  await tellPerson(person, { kind: bell });
  await expect.poll(() => events).toEqual([`${person.uid} notices.changed`]);
  await mark(person, { isRead: true });
  await expect.poll(() => events).toEqual([`${person.uid} notices.changed`, `${person.uid} notices.changed`]);
  for (const end of leave) end();
});

test("an account of nobody on the list of users is mailed what concerns its safety", async () => {
  const person = await createPerson(testApp, { role: null });
  await tell({ kind: security, to: { person, email: person.email }, subject: "Your password was changed" });
  await deliver();
  expect(await mailsTo(person)).toEqual(["AIQ: Your password was changed"]);
});

test("people choose by kind among those that may reach them, and security cannot be switched off", async () => {
  const person = await createPerson(testApp, { tenantId: "north" });
  const call = async (method: "GET" | "PUT", payload?: object) => {
    const url = "/api/notices/preferences";
    const response = await testApp.app.inject({
      method,
      url,
      headers: headersFor(person),
      ...(payload && { payload }),
    });
    return { status: response.statusCode, body: response.json() };
  };
  const { body } = await call("GET");
  const names = body.kinds.map(({ name }: { name: string }) => name);
  expect(names).toContain("reports.answered");
  expect(names).not.toContain("access.requested");
  const quietHours = { start: "21:00", end: "06:30" };
  expect((await call("PUT", { choices: { "reports.answered": "digest" }, quietHours })).status).toBe(200);
  const saved = (await call("GET")).body;
  expect(saved.quietHours).toEqual(quietHours);
  expect(saved.kinds.find(({ name }: { name: string }) => name === "reports.answered").choice).toBe("digest");
  for (const choice of ["off", "bell", "digest"])
    expect((await call("PUT", { choices: { "account.security": choice }, quietHours: null })).status).toBe(400);
  expect((await call("PUT", { choices: { "access.requested": "off" }, quietHours: null })).status).toBe(400);
  expect((await call("PUT", { choices: {}, quietHours: { start: "09:00", end: "09:00" } })).status).toBe(400);
  expect(permissionsForRole("manager").has("requests.manage")).toBe(false);
});
