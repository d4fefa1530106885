import { routes } from "@console/contracts";
import { handle } from "../../platform/http/endpoint.ts";
import { changeAccount, createAccount, listAccounts } from "./accounts/manage-accounts.ts";
import { listArrivals } from "./arrivals/list-arrivals.ts";
import { retryArrivals } from "./arrivals/retry-arrivals.ts";
import { approveEntry, postPending, voidEntry } from "./book/decide-entry.ts";
import { getEntry, listEntries } from "./book/list-entries.ts";
import { postEntry } from "./book/post-entry.ts";
import { reverseEntry } from "./book/reverse-entry.ts";
import { changeLedgerSettings, getLedgerSettings } from "./book/settings.ts";
import { codRoutes } from "./cod/routes.ts";
import { withFlows } from "./cod/with-flows.ts";
import { addPeriod, closePeriod, listPeriods, reopenPeriod } from "./periods/manage-periods.ts";
import { ruleRoutes } from "./rules/routes.ts";
import { listOpenItems } from "./settlements/list-open-items.ts";
import { listSettlements, settleChosen, undoSettlement } from "./settlements/manage-settlements.ts";
import { suggestSettlement } from "./settlements/suggest-settlement.ts";
import { saveStatement, sendStatement } from "./statements/document/statement-files.ts";
import { listAgeingLines } from "./statements/list-ageing-lines.ts";
import { listParties } from "./statements/list-parties.ts";
import { readAgeing } from "./statements/read-ageing.ts";
import { readStatement } from "./statements/read-statement.ts";
import { readStatementMonths } from "./statements/read-statement-months.ts";
import { readTrialBalance } from "./statements/read-trial-balance.ts";
import { verifyLedger } from "./verification/verify-ledger.ts";

/** The book of a tenant: its accounts, entries, months, and what is read from them. */
export const ledgerRoutes = [
  handle(routes.listLedgerAccounts, listAccounts),
  handle(routes.createLedgerAccount, createAccount),
  handle(routes.changeLedgerAccount, changeAccount),
  handle(routes.listLedgerArrivals, listArrivals),
  handle(routes.retryLedgerArrivals, retryArrivals),
  handle(routes.listLedgerEntries, listEntries, "snapshot"),
  handle(routes.postLedgerEntry, (context, input) => postEntry(context, input)),
  handle(routes.getLedgerEntry, getEntry, "snapshot"),
  handle(routes.reverseLedgerEntry, withFlows(reverseEntry)),
  handle(routes.postPendingEntry, withFlows(postPending)),
  handle(routes.voidPendingEntry, voidEntry),
  handle(routes.approveLedgerEntry, withFlows(approveEntry)),
  handle(routes.getLedgerStatement, readStatement, "snapshot"),
  handle(routes.getLedgerStatementMonths, readStatementMonths, "snapshot"),
  handle(routes.listLedgerParties, listParties),
  handle(routes.saveLedgerStatement, saveStatement),
  handle(routes.sendLedgerStatement, sendStatement),
  handle(routes.getTrialBalance, readTrialBalance, "snapshot"),
  handle(routes.getLedgerAgeing, readAgeing, "snapshot"),
  handle(routes.getLedgerAgeingLines, listAgeingLines, "snapshot"),
  handle(routes.listLedgerPeriods, listPeriods),
  handle(routes.addLedgerPeriod, addPeriod),
  handle(routes.closeLedgerPeriod, closePeriod),
  handle(routes.reopenLedgerPeriod, reopenPeriod),
  handle(routes.verifyLedger, verifyLedger, "snapshot"),
  handle(routes.getLedgerSettings, getLedgerSettings),
  handle(routes.changeLedgerSettings, changeLedgerSettings),
  handle(routes.listLedgerOpenItems, listOpenItems, "snapshot"),
  handle(routes.listLedgerSettlements, listSettlements),
  handle(routes.settleLedgerLines, settleChosen),
  handle(routes.undoLedgerSettlement, undoSettlement),
  handle(routes.suggestLedgerSettlement, suggestSettlement, "snapshot"),
  ...ruleRoutes,
  ...codRoutes,
];
