import { routes } from "@console/contracts";
import { handle } from "../../../platform/http/endpoint.ts";
import { addRule, changeRule, listRuleProblems, listRules, removeRule, switchRule } from "./manage-rules.ts";
import { tryRule } from "./try-rule.ts";

/** The rules by which deliveries post entries. */
export const ruleRoutes = [
  handle(routes.listLedgerRules, listRules, "snapshot"),
  handle(routes.addLedgerRule, addRule),
  handle(routes.changeLedgerRule, changeRule),
  handle(routes.removeLedgerRule, removeRule),
  handle(routes.switchLedgerRule, switchRule),
  handle(routes.tryLedgerRule, tryRule),
  handle(routes.listLedgerRuleProblems, listRuleProblems, "snapshot"),
];
