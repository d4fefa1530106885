import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { clockAt } from "../clock.ts";
import { platformTenant, systemCaller, systemWork } from "../context.ts";
import { sealedSecrets } from "../crypto/sealed-secrets.ts";
import { installationKey } from "../crypto/secret-key.ts";
import { keepDigest, proveAudit } from "./prove-audit.ts";
import { recordAudit } from "./record-audit.ts";

let testApp: TestApp;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "digests-"));
  testApp = await createTestApp({ environment: { DATA_DIR: folder, ADMIN_MAIL: "boss@people.example" } });
});
afterAll(async () => {
  await testApp.close();
  rmSync(folder, { recursive: true, force: true });
});

const secrets = sealedSecrets(installationKey("a secret key that only tests would use"));
const inTenant = () => {
  const { config, database, log } = testApp;
  return systemWork({ config, database, secrets, clock: clockAt(null) }, "test", log);
};

async function note(tenantId: string, ...subjects: string[]) {
  for (const subject of subjects) {
    await testApp.as(systemCaller("test", tenantId), (context) =>
      recordAudit(context, { act: "thing.changed", subject }),
    );
  }
}

/** As someone who has got hold of the owner's rights on the database would do it. */
const asOwner = (tenantId: string, statement: string) =>
  testApp.pool.query(`begin; set local app.tenant_id = '${tenantId}'; ${statement}; commit`);

async function listProblems(tenantId: string): Promise<string[]> {
  const { verdicts } = await proveAudit(inTenant());
  return verdicts.get(tenantId)?.problems ?? ["It was not looked at."];
}

async function stealHead(tenantId: string) {
  const rows = await testApp.as(systemCaller("test", tenantId), ({ db }) =>
    db.selectFrom("audit_heads").select(["seq", "mark", "seal"]).where("tenant_id", "=", tenantId).execute(),
  );
  const [head] = rows;
  if (!head) throw new Error("There is no head.");
  return (after: number) =>
    asOwner(
      tenantId,
      `delete from audit_entries where tenant_id = '${tenantId}' and seq > ${after};
       update audit_heads set seq = ${head.seq}, mark = '${head.mark}', seal = '${head.seal}' where tenant_id = '${tenantId}'`,
    );
}

test("before the first digest it is said what cannot be proven, and records of nobody and of no tenant are looked at", async () => {
  await note("(nobody)", "one");
  await note("none:u1", "one");
  await note("__proto__", "one");
  const { verdicts, limits, problems } = await proveAudit(inTenant());
  expect([...verdicts.keys()]).toEqual(expect.arrayContaining(["(nobody)", "none:u1", "__proto__"]));
  expect(problems).toEqual([]);
  expect(limits.join(" ")).toContain("There is no digest yet");
  expect(limits.join(" ")).toContain("Not provable");
});

test("an entry of nobody that was changed is named", async () => {
  await asOwner("(nobody)", "update audit_entries set subject = 'two' where tenant_id = '(nobody)'");
  expect(await listProblems("(nobody)")).toEqual([expect.stringContaining("Changed: entry 1")]);
  await asOwner("(nobody)", "update audit_entries set subject = 'one' where tenant_id = '(nobody)'");
  expect(await listProblems("(nobody)")).toEqual([]);
});

test("a time that was changed by less than a millisecond shows", async () => {
  await note("times", "one", "two");
  await asOwner("times", "update audit_entries set at = at + interval '400 microseconds' where seq = 2");
  expect(await listProblems("times")).toEqual([expect.stringMatching(/^Changed: entry 2 /)]);
});

test("entries with hashes of the first form still hold, and show when they are changed", async () => {
  await testApp.as(systemCaller("test", "old"), async ({ db, now }) => {
    const row = { id: "e1", act: "thing.changed", subject: "one", request_id: "r", details: {} };
    const said = ["", "old", 1, row.id, now.toISOString(), null, null, row.act, row.subject, {}, "r", null, null, null];
    const mark = secrets.hmac("audit.chain", JSON.stringify(said));
    const seal = secrets.hmac("audit.head", JSON.stringify(["old", 1, mark]));
    await db
      .insertInto("audit_entries")
      .values({ ...row, tenant_id: "old", at: now, seq: 1, mark })
      .execute();
    await db.insertInto("audit_heads").values({ tenant_id: "old", seq: 1, mark, seal }).execute();
  });
  await note("old", "two");
  expect(await listProblems("old")).toEqual([]);
  await asOwner("old", "update audit_entries set at = at + interval '400 microseconds' where seq = 1");
  expect(await listProblems("old")).toEqual([expect.stringMatching(/^Changed: entry 1 /)]);
});

test("an entry that was slipped in before the first shows, with a number and without one", async () => {
  await note("before", "one");
  const slip = (id: string, seq: string) =>
    asOwner(
      "before",
      `insert into audit_entries (tenant_id, id, at, act, subject, details, request_id, seq, mark)
        values ('before', '${id}', '2020-01-01', 'thing.made', 'zero', '{}', 'r', ${seq}, 'x')`,
    );
  await slip("numbered", "0");
  expect(await listProblems("before")).toEqual([expect.stringContaining("stands before the first")]);
  await asOwner("before", "delete from audit_entries where id = 'numbered'");
  await slip("bare", "null");
  expect(await listProblems("before")).toEqual([expect.stringContaining("Slipped in: entry bare")]);
});

test("an entry that was slipped in after the newest shows, and so does a head that was edited", async () => {
  await note("after", "one");
  await asOwner(
    "after",
    `insert into audit_entries (tenant_id, id, at, act, subject, details, request_id, seq, mark)
      values ('after', 'x', now(), 'thing.made', 'two', '{}', 'r', 2, 'x')`,
  );
  expect(await listProblems("after")).toEqual([
    expect.stringContaining("Changed: entry 2"),
    "Slipped in: entries after 1, which was the newest, up to 2.",
  ]);
  await note("headed", "one", "two");
  await asOwner("headed", "update audit_heads set mark = 'x' where tenant_id = 'headed'");
  expect(await listProblems("headed")).toEqual([expect.stringContaining("The note of the newest entry was changed")]);
});

test("a chain that was made by hand for an id that nobody has shows", async () => {
  await asOwner(
    "ghost",
    `insert into audit_entries (tenant_id, id, at, act, subject, details, request_id, seq, mark)
      values ('ghost', 'x', now(), 'thing.made', 'one', '{}', 'r', 1, 'x')`,
  );
  expect(await listProblems("ghost")).toEqual([
    expect.stringContaining("Changed: entry 1"),
    "The note of the newest entry is gone.",
  ]);
  await asOwner("ghost", "delete from audit_entries where tenant_id = 'ghost'");
});

const tellNobody = async () => {};

test("newest entries that were removed with a head that had been kept show against the digest, night after night", async () => {
  await note("rolled", "one", "two");
  const rollBackTo = await stealHead("rolled");
  await note("rolled", "three");
  await rollBackTo(2);
  // Without a digest in between nobody can tell.
  expect(await listProblems("rolled")).toEqual([]);
  await note("rolled", "three again");
  await keepDigest(inTenant(), tellNobody);
  await rollBackTo(2);
  const gone = ["Entry 3 is not the one that the last digest knew: later ones were removed or written anew."];
  expect(await listProblems("rolled")).toEqual(gone);
  await keepDigest(inTenant(), tellNobody);
  await note("rolled", "another three", "four");
  expect(await listProblems("rolled")).toEqual(gone);
});

test("a whole audit log that was removed with its head shows against the digest, and platform admins are told", async () => {
  await note("wiped", "one", "two");
  await keepDigest(inTenant(), tellNobody);
  await asOwner(
    "wiped",
    "delete from audit_entries where tenant_id = 'wiped'; delete from audit_heads where tenant_id = 'wiped'",
  );
  expect(await listProblems("wiped")).toEqual(["The whole audit log is gone: the last digest knew 2 entries."]);
  const told: string[] = [];
  await keepDigest(inTenant(), async (_context, problems) => void told.push(...problems));
  expect(told.join()).toContain("wiped: The whole audit log is gone");
});

test("a digest is told in the log and in the platform's record, and by mail where that is set", async () => {
  await testApp.app.inject({
    method: "PATCH",
    url: "/api/admin/settings",
    payload: { changes: { "audit.digestTo": ["safe@people.example"] } },
    headers: { "x-test-caller": JSON.stringify(["u1", "superadmin", platformTenant]) },
  });
  const { fingerprint } = await keepDigest(inTenant(), tellNobody);
  expect(testApp.logs.join("")).toContain(fingerprint);
  const mails = await testApp.pool.query("select recipients, body from mail_outbox where subject like '%digest of%'");
  expect(mails.rows).toEqual([{ recipients: ["safe@people.example"], body: expect.stringContaining(fingerprint) }]);
});

test("a digest that was changed, taken out or lost shows", async () => {
  const names = readdirSync(path.join(folder, "audit")).sort();
  const [first, last] = [names[0], names.at(-1)].map((name) => path.join(folder, "audit", name ?? ""));
  const digestProblems = async () =>
    (await proveAudit(inTenant())).problems.filter((text) => /digest .* (is|of)|digest before/.test(text));
  const clean = await digestProblems();
  const [firstText, lastText] = [readFileSync(first ?? "", "utf8"), readFileSync(last ?? "", "utf8")];
  writeFileSync(first ?? "", firstText.replace('"seq":', '"seq":9'));
  expect(await digestProblems()).toContainEqual(expect.stringContaining("is not as it was signed"));
  rmSync(first ?? "");
  expect(await digestProblems()).toContainEqual(expect.stringMatching(/^A digest before that of .* is gone\.$/));
  writeFileSync(first ?? "", firstText);
  rmSync(last ?? "");
  expect(await digestProblems()).toContainEqual(
    expect.stringMatching(/^The digest of .* is not in the data folder\.$/),
  );
  writeFileSync(last ?? "", lastText);
  expect(await digestProblems()).toEqual(clean);
});
