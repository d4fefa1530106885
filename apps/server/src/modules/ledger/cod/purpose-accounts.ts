import type { LedgerPurpose } from "@console/contracts";
import { ledgerPurposes } from "@console/contracts";
import type { Context } from "../../../platform/context.ts";
import { wrongField } from "../../../platform/errors.ts";
import { type AccountRow, findAccounts } from "../accounts/account-store.ts";

/** The open accounts that the flows of cash on delivery use, by code. */
export async function selectPurposeAccounts(
  { db, tenantId }: Pick<Context, "db" | "tenantId">,
  purpose?: LedgerPurpose,
): Promise<AccountRow[]> {
  let query = db
    .selectFrom("ledger_accounts")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("is_open", "=", true)
    .where("purpose", "is not", null);
  if (purpose !== undefined) query = query.where("purpose", "=", purpose);
  return query.orderBy("code").execute();
}

type Choice = { purpose: LedgerPurpose; currency: string; chosen: string | undefined; field: string };

/** The account for a purpose: the one that was chosen, or else the first that takes the currency. */
export async function choosePurposeAccount(
  context: Context,
  { purpose, currency, chosen, field }: Choice,
): Promise<AccountRow> {
  const { label } = ledgerPurposes[purpose];
  if (chosen !== undefined) {
    const account = (await findAccounts(context, [chosen])).get(chosen);
    if (!account) throw wrongField(field, `There is no account ${chosen}.`);
    if (account.purpose !== purpose) throw wrongField(field, `Account ${account.code} is not used for “${label}”.`);
    return account;
  }
  const fitting = (await selectPurposeAccounts(context, purpose)).filter(
    ({ currency: own }) => own === null || own === currency,
  );
  const [account] = [...fitting].sort((one, other) => Number(other.currency !== null) - Number(one.currency !== null));
  if (account) return account;
  throw wrongField(field, `No open account is used for “${label}”. Add the accounts for cash on delivery.`);
}
