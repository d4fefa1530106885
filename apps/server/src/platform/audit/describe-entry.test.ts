import { expect, test } from "vitest";
import { describeEntry, type EntryToDescribe } from "./describe-entry.ts";

const describe = (entry: Partial<EntryToDescribe>, fields = {}) =>
  describeEntry(
    { act: "", subject: "", name: null, tenant: null, actor: null, details: {}, names: {}, ...entry },
    fields,
  );

test("an export is told with its format and its rows, and with none that nobody counted", () => {
  const exported = { act: "report.exported", subject: "tookan-report", name: "Delivery report" };
  const counted = describe({ ...exported, details: { format: "csv", content: "rows", rows: 1101 } });
  expect(counted.words).toBe("exported Delivery report (CSV, 1,101 rows)");
  expect(describe({ ...exported, details: { format: "pdf" } }).words).toBe("exported Delivery report (PDF)");
});

test("a change of one field is told with both values, by the field's label", () => {
  const { words, changes } = describe(
    {
      act: "tenants.changed",
      subject: "tenants/acme",
      name: "Acme",
      details: { title: "Acme", userLimit: { before: 10, after: 25 } },
    },
    { userLimit: { label: "User limit" } },
  );
  expect(words).toBe("changed the user limit of Acme from 10 to 25");
  expect(changes).toEqual([{ label: "User limit", before: "10", after: "25" }]);
});

test("a change of several fields names them, with choices by their labels", () => {
  const { words, changes } = describe(
    {
      act: "tenants.changed",
      name: "Acme",
      details: { plan: { before: "trial", after: "plus" }, note: { before: null, after: "Pays yearly" } },
    },
    { plan: { label: "Plan", choices: { trial: "Trial", plus: "Plus" } }, note: { label: "Note" } },
  );
  expect(words).toBe("changed Acme (plan, note)");
  expect(changes).toEqual([
    { label: "Plan", before: "Trial", after: "Plus" },
    { label: "Note", before: null, after: "Pays yearly" },
  ]);
});

test("people and tenants are named where their names are known", () => {
  const mapped = {
    act: "clients.mapped",
    subject: "clients/c1/1001",
    details: { tenant: { before: null, after: "acme" } },
  };
  expect(describe({ ...mapped, names: { acme: "Acme Foods" } }).words).toBe("assigned client 1001 to Acme Foods");
  expect(describe(mapped).words).toBe("assigned client 1001 to acme");
});

test("what someone does to themselves is told as theirs", () => {
  const changed = { act: "account.password_changed", subject: "users/u1", name: "Tara" };
  expect(describe({ ...changed, actor: "u1" }).words).toBe("changed their password");
  expect(describe(changed).words).toBe("changed the password of Tara");
});

test("settings of a connection are compared part by part, and what is secret is not told", () => {
  const { changes } = describe({
    act: "source.connection_changed",
    subject: "c1",
    details: {
      title: "Orders",
      settings: { before: { host: "a", token: "one" }, after: { host: "b", token: "two" } },
    },
  });
  expect(changes).toEqual([
    { label: "Settings · Host", before: "a", after: "b" },
    { label: "Settings · Token", before: "(secret)", after: "(secret)" },
  ]);
});

test("an action without a phrase is still told, and an id without a name is short", () => {
  const id = "0b5c1f1e-8f6a-4a3e-9f1d-0f8f8f8f8f8f";
  expect(describe({ act: "depots.door_opened", subject: `depots/${id}` }).words).toBe("door opened (id 0b5c1f1e)");
});

test("a look into a tenant names the report, or else what was looked at", () => {
  const viewed = { act: "tenant.viewed", subject: "/api/reports/tookan-report", tenant: "Acme" };
  expect(describe({ ...viewed, name: "Delivery report" }).words).toBe("viewed Delivery report of Acme");
  expect(describe({ ...viewed, subject: "/api/metrics/query" }).words).toBe("viewed figures of Acme");
});
