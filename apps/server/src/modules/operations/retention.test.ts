import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { platformTenant, systemCaller } from "../../platform/context.ts";
import { enqueue } from "../../platform/jobs/define-job.ts";
import { sendMail } from "../../platform/mail/send-mail.ts";
import { createPerson, signIn } from "../../testing/people.ts";
import { createTestApp, signedInAs, type TestApp } from "../../testing/test-app.ts";
import { until } from "../../testing/until.ts";
import { embedRetentionRules } from "../embed/index.ts";
import { identityRetentionRules } from "../identity/index.ts";
import { sourceRetentionRules } from "../sources/index.ts";
import { operationsJobs } from "./jobs.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
  await testApp.startJobs(
    operationsJobs([...identityRetentionRules, ...sourceRetentionRules, ...embedRetentionRules], testApp.database),
  );
});
afterAll(() => testApp.close());

/** A statement on the rows of a tenant, and on those that belong to none. */
const ask = (statement: string, tenant = "north") =>
  testApp.as(
    systemCaller("test", tenant),
    async ({ db }) => (await sql.raw<Record<string, string>>(statement).execute(db)).rows,
  );
async function count(what: string) {
  return Number((await ask(`select count(*) as n from ${what}`))[0]?.n);
}

async function keep(name: string, days: number) {
  const { statusCode } = await testApp.app.inject({
    method: "PATCH",
    url: "/api/admin/settings",
    headers: signedInAs("superadmin", "platform", "root"),
    payload: { changes: { [`retention.${name}`]: days } },
  });
  expect(statusCode).toBe(200);
}

/** One night: the job of the platform and those of the tenants. */
async function night() {
  await testApp.as(systemCaller("test", platformTenant), (context) =>
    enqueue(context, { name: "retention.tidy", attempts: 3 }, {}),
  );
  const waiting = "select count(*)::int as n from graphile_worker._private_jobs";
  await until(async () => (await testApp.pool.query(waiting)).rows[0].n === 0);
}

/** With a setting above the age of what there is all of it stays, with one below it the old part goes. */
async function follows(setting: string, { age, what, left }: { age: number; what: string; left: number }) {
  const before = await count(what);
  await keep(setting, age + 1);
  await night();
  expect(await count(what)).toBe(before);
  await keep(setting, age - 1);
  await night();
  expect(await count(what)).toBe(left);
}

test("events go in every tenant and at the platform", async () => {
  await createPerson(testApp, { tenantId: "north" });
  for (const tenant of [platformTenant, "north"]) {
    for (const age of [0, 10])
      await ask(
        `insert into events (tenant_id, type, data, created_at)
        values ('${tenant}', 'test.told', '{}', now() - ${age} * interval '1 day')`,
        tenant,
      );
  }
  await follows("events", { age: 10, what: "events where type = 'test.told'", left: 1 });
  expect(await ask("select type from events where type = 'test.told'", platformTenant)).toHaveLength(1);
});

test("mails go unless they still wait", async () => {
  for (const subject of ["old", "new", "waits"])
    await testApp.as(systemCaller("test", platformTenant), (context) =>
      sendMail(context, { to: ["a@b.example"], subject, text: "" }),
    );
  await testApp.pool.query(`update mail_outbox set created_at = created_at - interval '10 days',
    state = case subject when 'waits' then 'waiting' else state end where subject <> 'new'`);
  await follows("mails", { age: 10, what: "mail_outbox", left: 2 });
});

test("ended sessions go, and so do those whose time is over", async () => {
  const person = await createPerson(testApp);
  for (let time = 0; time < 3; time++) await signIn(testApp, person);
  const { rows } = await testApp.pool.query("select id from account_sessions where uid = $1", [person.uid]);
  const [ended, idle] = rows.map(({ id }) => id);
  await testApp.pool.query("update account_sessions set ended_at = now() - interval '10 days' where id = $1", [ended]);
  await testApp.pool.query("update account_sessions set last_used_at = now() - interval '40 days' where id = $1", [
    idle,
  ]);
  await follows("sessions", { age: 10, what: `account_sessions where uid = '${person.uid}'`, left: 1 });
});

test("codes go once they are used or over", async () => {
  await testApp.pool.query(`insert into one_time_codes (code_hash, kind, email, created_at, expires_at, used_at)
    select name, 'PASSWORD_RESET', 'a@b.example', now(), ends, used from (values
      ('used', now(), now() - interval '10 days'), ('over', now() - interval '10 days', null), ('open', now(), null)
    ) as code (name, ends, used)`);
  await follows("codes", { age: 10, what: "one_time_codes where email = 'a@b.example'", left: 1 });
});

test("runs of sources go except for the last, and rejected rows go", async () => {
  await ask(`insert into source_connections (tenant_id, id, source, kind, name, settings, mapping, published_state, created_at, updated_at)
    values ('north', 'c1', 'tookan', 'tookan', 'One', '{}', '{}', 'fine', now(), now())`);
  await ask(`insert into source_runs (tenant_id, id, connection_id, cause, state, task, asked_at, ended_at)
    select 'north', 'r' || n, 'c1', 'manual', 'done', '{}', now() - n * interval '10 days', now() - n * interval '10 days'
    from generate_series(1, 3) n`);
  await ask(`insert into source_rejects (tenant_id, connection_id, run_id, fact, place, field, reason, record, rejected_at)
    select 'north', 'c1', 'r1', 'task', n::text, 'day', 'wrong', '{}', now() - n * interval '10 days' from generate_series(0, 2) n`);
  await follows("runs", { age: 30, what: "source_runs", left: 2 });
  await keep("runs", 7);
  await night();
  expect(await ask("select id from source_runs")).toEqual([{ id: "r1" }]);
  await follows("rejects", { age: 20, what: "source_rejects", left: 2 });
});

test("the use of public links goes, and the links stay", async () => {
  await ask(`insert into tenants (id, name, created_at) values ('linked', 'Linked', now())`);
  await ask(`insert into embed_clients values ('7', 'linked', '7', 'Seven', now())`);
  await ask(`insert into embed_links (id, tookan_id, tenant_id, client_key, label, kind, created_at, updated_at)
    values ('seven', '7', 'linked', '7', 'Seven', 'key', now(), now())`);
  for (const age of [100, 2]) {
    await ask(`insert into embed_use (link_id, day, views) values ('seven', current_date - ${age}, 1)`);
    await ask(`insert into embed_visitors values ('seven', current_date - ${age}, 'a mark', now())`);
  }
  await follows("linkUse", { age: 100, what: "embed_visitors", left: 1 });
  expect(await count("embed_use")).toBe(1);
  expect(await count("embed_links")).toBe(1);
});

test("an export is kept for as many hours as the setting says", async () => {
  const headers = signedInAs("manager", "north");
  const start = async () => {
    const payload = { report: "docman-report", format: "csv" };
    const response = await testApp.app.inject({ method: "POST", url: "/api/exports", headers, payload });
    const { askedAt, expiresAt } = response.json();
    return (Date.parse(expiresAt) - Date.parse(askedAt)) / 3_600_000;
  };
  expect(await start()).toBe(24);
  await keep("exports", 3);
  expect(await start()).toBe(3);
});
