import { routes } from "@console/contracts";
import { handle } from "../../../platform/http/endpoint.ts";
import { addCodAccounts } from "./add-cod-accounts.ts";
import { explainMatching, takeBackExplanation } from "./explain-matching.ts";
import { listDriverCash } from "./list-driver-cash.ts";
import { addDeposit, listDeposits } from "./manage-deposits.ts";
import { addHandIn, listHandIns } from "./manage-hand-ins.ts";
import { addPayout, getPayout, listPayable, listPayableLines, listPayouts } from "./manage-payouts.ts";
import { listMatchingTasks, readMatching } from "./read-matching.ts";

/** Cash on delivery: hand-ins, deposits, payouts, and how they agree. */
export const codRoutes = [
  handle(routes.addCodAccounts, addCodAccounts),
  handle(routes.listDriverCash, listDriverCash, "snapshot"),
  handle(routes.listHandIns, listHandIns, "snapshot"),
  handle(routes.addHandIn, addHandIn),
  handle(routes.listDeposits, listDeposits, "snapshot"),
  handle(routes.addDeposit, addDeposit),
  handle(routes.listPayable, listPayable, "snapshot"),
  handle(routes.listPayableLines, listPayableLines, "snapshot"),
  handle(routes.listPayouts, listPayouts, "snapshot"),
  handle(routes.getPayout, getPayout, "snapshot"),
  handle(routes.addPayout, addPayout),
  handle(routes.getCodMatching, readMatching, "snapshot"),
  handle(routes.listMatchingTasks, listMatchingTasks, "snapshot"),
  handle(routes.explainMatching, explainMatching),
  handle(routes.takeBackExplanation, takeBackExplanation),
];
