import { routes } from "@console/contracts";
import type { FileReading } from "../../../connectors/reading/read-sent-file.ts";
import type { Database } from "../../../platform/db/database.ts";
import { type Endpoint, handle, handleUpload } from "../../../platform/http/endpoint.ts";
import { bankFileMeter, importBankFile } from "./import-bank-file.ts";
import { listBankImports, listBankRejects } from "./list-bank-imports.ts";
import { listBankLines, listOutstanding } from "./list-bank-lines.ts";
import { changeBankRule, createBankRule, listBankRules, removeBankRule, switchBankRule } from "./manage-bank-rules.ts";
import { acceptSuggestions, explainBankLine, matchBankLine, unmatchBankLine } from "./match-bank-lines.ts";
import { postBankLine } from "./post-bank-line.ts";
import { reconcileBank } from "./reconcile-bank.ts";
import { tryBankRule } from "./try-bank-rule.ts";

/** Files of banks and couriers about accounts of the book, and what their lines are matched with. */
export function ledgerBankRoutes(database: Database, fileReading: FileReading): Endpoint[] {
  return [
    handleUpload(
      routes.importBankFile,
      (context, input, files, { signal }) => importBankFile(context, input, files, { database, fileReading, signal }),
      bankFileMeter,
    ),
    handle(routes.listBankImports, listBankImports),
    handle(routes.listBankRejects, listBankRejects),
    handle(routes.listBankLines, listBankLines, "snapshot"),
    handle(routes.listBankOutstanding, listOutstanding, "snapshot"),
    handle(routes.getBankReconciliation, reconcileBank, "snapshot"),
    handle(routes.matchBankLine, matchBankLine),
    handle(routes.acceptBankSuggestions, acceptSuggestions),
    handle(routes.unmatchBankLine, unmatchBankLine),
    handle(routes.postBankLine, postBankLine),
    handle(routes.explainBankLine, explainBankLine),
    handle(routes.listBankRules, listBankRules),
    handle(routes.createBankRule, createBankRule),
    handle(routes.changeBankRule, changeBankRule),
    handle(routes.switchBankRule, switchBankRule),
    handle(routes.removeBankRule, removeBankRule),
    handle(routes.tryBankRule, tryBankRule),
  ];
}
