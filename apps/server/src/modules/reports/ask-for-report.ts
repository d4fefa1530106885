import type { askForReport as contract, RouteOutput, TenantDocument, UserDocument } from "@console/contracts";
import { sql } from "kysely";
import type { z } from "zod";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { type Context, requirePerson } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { adminAddresses } from "../../platform/mail/mail-settings.ts";
import type { Mail } from "../../platform/mail/outbox-store.ts";
import { sendMail } from "../../platform/mail/send-mail.ts";
import { findSuperadmins, findTenant, findUser } from "../directory/index.ts";
import { loadMetricState } from "../metrics/index.ts";
import { isAvailable, sourceNamesFor } from "./list-reports.ts";
import type { Report } from "./report.ts";
import { askAct, selectReportRequests } from "./report-request-store.ts";
import { reports as productReports, type Reports, requireReport } from "./reports.ts";

const dayMs = 86_400_000;
const perPersonAndDay = 5;

/** Asks those who run the platform for a report that the caller's tenant has no source for. */
export async function askForReport(
  context: Context,
  { report: id }: z.output<(typeof contract)["input"]>,
  all: Reports = productReports,
): Promise<RouteOutput<typeof contract>> {
  const uid = requirePerson(context);
  const report = requireReport(all, id);
  const tenant = await findTenant(context, context.tenantId);
  if (!tenant || report.isHidden) throw new AppError("not_found", `There is no report "${id}" to ask for.`);
  if (isAvailable(report, tenant, await loadMetricState(context), context.now))
    throw new AppError("conflict", "Your organisation has this report already.");

  // Two who ask at the same time must not write twice.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`ask ${context.tenantId}`}, 0))`.execute(context.db);
  const recent = await selectReportRequests(context);
  const openRequest = recent.find((request) => request.report === id);
  if (openRequest) return { askedAt: openRequest.askedAt.toISOString(), isNew: false };
  const today = recent.filter(({ askedAt }) => askedAt.getTime() > context.now.getTime() - dayMs);
  refuseFlood(today.filter((request) => request.uid === uid).length);

  const to = await recipients(context);
  if (to.length === 0)
    throw new AppError("conflict", "Nobody is set up to receive this. Ask your administrator in person.");
  await recordAudit(context, { act: askAct, subject: id });
  await sendMail(context, requestMail(context, { to, report, tenant, user: await findUser(context, uid) }));
  return { askedAt: context.now.toISOString(), isNew: true };
}

function refuseFlood(count: number): void {
  if (count < perPersonAndDay) return;
  throw new AppError(
    "limit_reached",
    "You have asked for several reports today. Those come first; ask again tomorrow.",
    {
      retryAfterSeconds: dayMs / 1000,
    },
  );
}

/** The addresses that are set up for requests, else those of all superadmins. */
async function recipients(context: Context): Promise<string[]> {
  const addresses = await adminAddresses(context);
  if (addresses.length > 0) return addresses;
  const emails: string[] = [];
  for (const uid of await findSuperadmins(context)) emails.push((await findUser(context, uid))?.email ?? "");
  return emails.filter((address) => address !== "");
}

type Request = { to: string[]; report: Report; tenant: TenantDocument; user: UserDocument | null };

function requestMail({ config }: Context, { to, report, tenant, user }: Request): Mail {
  const who = user?.name ? `${user.name} (${user.email})` : (user?.email ?? "Somebody");
  return {
    to,
    subject: `${config.productName}: ${tenant.name} asks for the report "${report.title}"`,
    text: [
      `${who} of ${tenant.name} asks for the report "${report.title}".`,
      "",
      `Organisation: ${tenant.name} (${tenant.id})`,
      `Report: ${report.title}. ${report.question}`,
      `Missing source: ${sourceNamesFor(report).join(" or ")}`,
      "",
      "The report shows itself to them as soon as data of that source comes in.",
    ].join("\n"),
  };
}
