import { type RawBuilder, sql } from "kysely";
import type { Context } from "../../../platform/context.ts";

type Scope = Pick<Context, "db" | "tenantId">;

/** Whose lines a statement has: those of an account, or those of parties over the accounts of the balance sheet. */
export type StatementScope = {
  account: string | null;
  customer: string | null;
  supplier: string | null;
  driver: string | null;
  branch: string | null;
};

const parties = ["customer", "supplier", "driver", "branch"] as const;

/** Whether a line `l` belongs to a statement, in whatever currency. */
export function belongs({ tenantId }: Scope, scope: StatementScope): RawBuilder<boolean> {
  const conditions = [sql`l.tenant_id = ${tenantId}`];
  if (scope.account !== null) conditions.push(sql`l.account_id = ${scope.account}::uuid`);
  for (const party of parties) {
    if (scope[party] !== null) conditions.push(sql`${sql.ref(`l.${party}`)} = ${scope[party]}`);
  }
  if (scope.account === null) {
    // What a party has bought, sold or paid is no part of what is open with it, although such lines may name it too.
    const settled = ["income", "expense", "equity"];
    if (scope.customer !== null || scope.supplier !== null) settled.push("cash");
    conditions.push(sql`l.account_id = any(array(select a.id from ledger_accounts a where a.tenant_id = ${tenantId}
      and a.type <> all(${settled}::text[])))`);
  }
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

/** Whether the sums of days tell the balances of a statement: an account's whole. */
export function isWholeAccount(scope: StatementScope): boolean {
  return scope.account !== null && parties.every((party) => scope[party] === null);
}
