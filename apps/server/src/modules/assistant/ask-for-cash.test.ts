import type { AskAnswer, LedgerPurpose } from "@console/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemCaller } from "../../platform/context.ts";
import { createTestApp, signedInAs, type TestApp } from "../../testing/test-app.ts";
import { ingestFacts, keepAccountPurposes } from "../metrics/index.ts";

const purposes: readonly { account: string; purpose: LedgerPurpose; type: string; minor: number; step?: string }[] = [
  { account: "Cash with drivers", purpose: "cod_with_driver", type: "Other", minor: 30_000 },
  { account: "Cash with drivers", purpose: "cod_with_driver", type: "Other", minor: -20_000, step: "Hand-in" },
  { account: "Cash short and over", purpose: "short_over", type: "Expense", minor: 500, step: "Hand-in" },
  { account: "Bank", purpose: "bank", type: "Cash", minor: 19_500, step: "Deposit" },
  { account: "Owed to merchants", purpose: "cod_owed", type: "Other", minor: -30_000 },
  { account: "Owed to merchants", purpose: "cod_owed", type: "Other", minor: 12_000, step: "Payout" },
  { account: "COD fees", purpose: "cod_fee", type: "Income", minor: -750 },
  { account: "Delivery fees", purpose: "delivery_fee", type: "Income", minor: -900 },
  { account: "Driver pay", purpose: "driver_pay", type: "Expense", minor: 4000 },
];

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-18T12:00:00Z" } });
  const records = purposes.map(({ account, type, minor, step }, place) => ({
    source_key: String(place),
    entry_key: String(place),
    account,
    account_type: type,
    driver: place % 2 === 0 ? "Omar Haddad" : "Sara Nasser",
    customer: "Nour Shop",
    posted_at: `2026-03-${10 + (place % 5)}T08:00:00Z`,
    amount_minor: minor,
    cash_step: step ?? null,
  }));
  for (const tenant of ["cash", "plain"]) {
    await testApp.as(systemCaller("test", tenant), async (context) => {
      await ingestFacts(context, { fact: "ledger_postings", source: "tests", records });
      if (tenant === "plain") return;
      const accounts = purposes.map(({ account: key, purpose }) => ({ key, purpose }));
      await keepAccountPurposes(context, [...new Map(accounts.map((one) => [one.key, one])).values()]);
    });
  }
});
afterAll(() => testApp.close());

async function ask(question: string, tenant = "cash"): Promise<AskAnswer> {
  const response = await testApp.app.inject({
    method: "POST",
    url: "/api/assistant/ask",
    payload: { question },
    headers: signedInAs("manager", tenant),
  });
  return response.json();
}

test.each([
  ["open driver cash by driver", "open_driver_cash", 100],
  ["how much cash do drivers still have", "open_driver_cash", 100],
  ["cod handed in this month by driver", "cod_handed_in_amount", 195],
  ["how much cash have drivers handed in this month", "cod_handed_in_amount", 195],
  ["cash short and over this month", "cash_short_over_amount", 5],
  ["cod banked this month", "cod_banked_amount", 195],
  ["cash taken to the bank in march", "cod_banked_amount", 195],
  ["how much do we owe merchants", "cod_owed_balance", 180],
  ["merchant payouts this month", "cod_paid_out_amount", 120],
  ["cod fees this month", "cod_fee_amount", 7.5],
  ["delivery fees by customer this month", "delivery_fee_amount", 9],
  ["driver pay this month", "driver_pay_amount", 40],
  ["cod booked this month by driver", "cod_booked_amount", 300],
])("“%s” is answered by %s", async (question, metric, figure) => {
  const { outcome, query, result } = await ask(question);
  expect([outcome, query?.metrics, result?.totals[metric]]).toEqual(["answer", [metric], figure]);
});

test("cash that was not handed in is never told as what was", async () => {
  const { query } = await ask("cash not handed in by driver");
  expect(JSON.stringify(query ?? null)).not.toContain("cod_handed_in_amount");
});

test("where no account is used for cash on delivery its words mean what they meant before", async () => {
  const asked = await Promise.all(
    ["cod fees this month", "open driver cash", "delivery fees this month"].map((question) => ask(question, "plain")),
  );
  const queries = JSON.stringify(asked.map(({ query, options }) => [query, options]));
  expect(queries).toContain('"metrics":');
  expect(queries).not.toMatch(/cod_fee_amount|delivery_fee_amount|open_driver_cash/);
});
