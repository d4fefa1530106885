import type { LedgerAccount, LedgerAccountType, LedgerEntry } from "@console/contracts";
import { platformTenant, systemCaller } from "../../platform/context.ts";
import { signedInAs, type TestApp } from "../../testing/test-app.ts";
import { insertTenant } from "../directory/index.ts";

type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

/** Calls the API of the book as someone of a tenant. */
export function asPerson(testApp: TestApp, tenant: string, uid: string, role = "manager") {
  return async <Answer = Record<string, unknown>>(method: Method, path: string, payload?: object) => {
    const response = await testApp.app.inject({
      method,
      url: `/api/ledger/${path}`,
      headers: signedInAs(role, tenant, uid),
      ...(payload && { payload }),
    });
    return { status: response.statusCode, body: response.json() as Answer };
  };
}

/** Makes calls at the same time. */
export const atOnce = <Answer>(times: number, call: (place: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: times }, (_, place) => call(place)));

export type Person = ReturnType<typeof asPerson>;

const plan: [string, string, LedgerAccountType][] = [
  ["1000", "Bank", "cash"],
  ["1100", "Receivables", "receivable"],
  ["1200", "Cash with drivers", "asset"],
  ["2000", "Payables", "payable"],
  ["2100", "COD owed", "liability"],
  ["3000", "Capital", "equity"],
  ["4000", "Delivery fees", "income"],
  ["5000", "Fuel", "expense"],
];

/** A tenant with a plan of accounts, and the accounts by their codes. */
export async function makeBook(testApp: TestApp, tenant: string): Promise<Record<string, LedgerAccount>> {
  await testApp.as(systemCaller("test", platformTenant), (context) =>
    insertTenant(context, { id: tenant, name: tenant, aiq_type: "Tookan", time_zone: "Asia/Dubai", currency: "AED" }),
  );
  const person = asPerson(testApp, tenant, "keeper");
  const accounts: Record<string, LedgerAccount> = {};
  for (const [code, name, type] of plan) {
    accounts[code] = (await person<LedgerAccount>("POST", "accounts", { code, name, type })).body;
  }
  return accounts;
}

let keys = 0;

/** An entry that moves an amount from one account to another. */
export function makeEntry(debit: string, credit: string, amountMinor: number, more: object = {}) {
  keys += 1;
  return {
    key: `key-${keys}`,
    text: `Entry ${keys}`,
    lines: [
      { account: debit, amountMinor },
      { account: credit, amountMinor: -amountMinor },
    ],
    ...more,
  };
}

export const post = async (person: Person, entry: object): Promise<LedgerEntry> => {
  const { status, body } = await person<LedgerEntry>("POST", "entries", entry);
  if (status !== 201) throw new Error(`Not posted: ${JSON.stringify(body)}`);
  return body;
};
