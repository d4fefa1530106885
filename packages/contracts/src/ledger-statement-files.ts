import { z } from "zod";
import { exportJob } from "./exports.ts";
import { getLedgerStatement } from "./ledger.ts";
import { statementLanguages } from "./ledger-words.ts";
import { route } from "./route.ts";

const languages = Object.keys(statementLanguages) as [keyof typeof statementLanguages];

const statementFile = getLedgerStatement.input.omit({ order: true, page: true, limit: true }).extend({
  language: z.enum(languages).default("en"),
});

export const saveLedgerStatement = route({
  method: "POST",
  path: "/api/ledger/statement/file",
  permission: "ledger.read",
  summary: "Makes the statement of an account or of a party as PDF in the background; it is kept as other exports are.",
  input: statementFile,
  output: exportJob,
  topics: ["exports"],
  status: 202,
  limit: { calls: 60, perSeconds: 3600, isForEachPerson: true },
});

export const sendLedgerStatement = route({
  method: "POST",
  path: "/api/ledger/statement/mail",
  permission: "ledger.post",
  summary: "Makes the statement as PDF and sends a link to it to an email address; the link ends with the file.",
  input: statementFile.extend({ email: z.email("Enter an email address such as name@company.com.").trim().max(254) }),
  output: exportJob,
  topics: ["exports"],
  status: 202,
  limit: { calls: 30, perSeconds: 3600, isForEachPerson: true },
});

export const statementFileRoutes = { saveLedgerStatement, sendLedgerStatement };
