import { type ExportJob, permissionsForRole, saveLedgerStatement, type sendLedgerStatement } from "@console/contracts";
import { addDays } from "@console/figures/calendar";
import { z } from "zod";
import { recordAudit } from "../../../../platform/audit/record-audit.ts";
import type { Context } from "../../../../platform/context.ts";
import type { Database } from "../../../../platform/db/database.ts";
import { AppError } from "../../../../platform/errors.ts";
import { defineJob } from "../../../../platform/jobs/define-job.ts";
import { findTenant, noticePeople } from "../../../directory/index.ts";
import { giveUpExport, linkForMail, promiseExport, runExport } from "../../../exports/index.ts";
import { resolveScope } from "../read-statement.ts";
import { mailStatement } from "./mail-statement.ts";
import { readStatementDocument } from "./read-statement-document.ts";
import type { StatementRequest } from "./statement-document.ts";
import { nameStatement, writeStatementPdf } from "./write-statement-pdf.ts";

const jobName = "ledger.statement-file";

/** Promises the statement as PDF to the caller. */
export function saveStatement(context: Context, request: StatementRequest): Promise<ExportJob> {
  return promiseStatement(context, request, null);
}

/** Promises the statement as PDF, and to mail a link to it. */
export function sendStatement(
  context: Context,
  { email, ...request }: z.output<(typeof sendLedgerStatement)["input"]>,
): Promise<ExportJob> {
  return promiseStatement(context, request, email);
}

async function promiseStatement(
  context: Context,
  request: StatementRequest,
  mailTo: string | null,
): Promise<ExportJob> {
  // What is wrong with what is asked for is told before.
  const { account } = await resolveScope(context, request);
  const name = nameStatement(request, account);
  const last = request.to === undefined ? undefined : addDays(request.to, -1);
  return promiseExport(context, {
    subject: "ledger",
    title: "Statement of account",
    path: "/tenant/ledger",
    query: toPageQuery(request, last),
    summary: [name, ...sayDays(request.from, last)].join(" · "),
    content: "all",
    format: "pdf",
    job: jobName,
    input: { request, name, mailTo, ...(context.origin && { origin: context.origin }) },
  });
}

function sayDays(from: string | undefined, last: string | undefined): string[] {
  if (from !== undefined && last !== undefined) return [`${from} – ${last}`];
  if (from !== undefined) return [`from ${from}`];
  return last === undefined ? [] : [`until ${last}`];
}

/** The address of the same statement in the console, which names the last day as people do. */
function toPageQuery(
  { language: _language, to: _to, ...question }: StatementRequest,
  last: string | undefined,
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...question, to: last })) {
    if (value !== undefined) query.append(name, String(value));
  }
  return query.toString();
}

const input = z.object({
  id: z.string(),
  uid: z.string(),
  request: saveLedgerStatement.input,
  name: z.string(),
  mailTo: z.string().nullable(),
  origin: z.object({ address: z.string(), userAgent: z.string() }).optional(),
});

/** Makes the file of a statement as its asker may read it by then, and mails it where that was asked for. */
export function statementFileJob(database: Database) {
  return defineJob({
    name: jobName,
    input,
    attempts: 3,
    async run(context, { id, uid, request, name, mailTo, origin }) {
      // Whoever was locked, has left the tenant or went to another one gets nothing more.
      const role = (await noticePeople.listPeople(context)).find((person) => person.uid === uid)?.role ?? null;
      const permissions = permissionsForRole(role);
      const asker = {
        actor: { kind: "user", uid, role: role ?? "", sessionId: null } as const,
        permissions,
        ...(origin && { origin }),
      };
      await runExport(context, database, {
        id,
        uid,
        async make(snapshot, onRows) {
          if (!permissions.has(mailTo === null ? "ledger.read" : "ledger.post")) {
            throw new AppError("forbidden", "Your role does not allow this.");
          }
          return writeStatementPdf(await readStatementDocument({ ...snapshot, ...asker }, request, { uid, onRows }));
        },
        whenDone: (own) => tellDone({ ...own, ...asker }, { id, request, name, mailTo }),
      });
    },
    giveUp: giveUpExport,
  });
}

async function tellDone(
  context: Context,
  { id, request, name, mailTo }: Pick<z.output<typeof input>, "id" | "request" | "name" | "mailTo">,
): Promise<void> {
  if (mailTo === null) {
    await recordAudit(context, { act: "ledger.statement_saved", subject: id, details: { statement: name } });
    return;
  }
  const tenant = await findTenant(context, context.tenantId);
  await mailStatement(context, {
    to: mailTo,
    tenant: tenant?.name ?? context.tenantId,
    name,
    language: request.language,
    link: await linkForMail(context, id),
  });
  await recordAudit(context, { act: "ledger.statement_mailed", subject: id, details: { statement: name, to: mailTo } });
}
