import type {
  askForReport as contract,
  RouteOutput,
  TenantDocument,
  UserDocument,
  withdrawReportRequest as withdrawContract,
} from "@console/contracts";
import { sql } from "kysely";
import { z } from "zod";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { type Context, platformTenant, requirePerson } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { publishEvent } from "../../platform/events/event-store.ts";
import { defineJob, enqueue } from "../../platform/jobs/define-job.ts";
import { findTenant, findUser } from "../directory/index.ts";
import { loadMetricState } from "../metrics/index.ts";
import { type Notice, notify } from "../notices/index.ts";
import { isAvailable, sourceNamesFor } from "./list-reports.ts";
import type { Report } from "./report.ts";
import { reportRequested } from "./report-notices.ts";
import {
  countRequestsBy,
  decideReportRequest,
  insertReportRequest,
  selectReportRequests,
} from "./report-request-store.ts";
import { reports as productReports, type Reports, requireReport } from "./reports.ts";

const dayMs = 86_400_000;
const perPersonAndDay = 5;

const tellInput = z.object({});

/** Tells the open pages of platform admins that a request has come or gone. */
export const tellRequestsJob = defineJob({
  name: "reports.tell-requests",
  input: tellInput,
  attempts: 3,
  run: (context) => publishEvent(context, { type: "entity.changed", data: { entity: "report-requests", id: "" } }),
});

/** Events belong to one tenant, so that the platform's is written by a job of the platform. */
function tellPlatform(context: Context): Promise<void> {
  const platform = { ...context, tenantId: platformTenant };
  return enqueue<typeof tellInput>(platform, tellRequestsJob, {}, { key: tellRequestsJob.name });
}

/** Asks platform admins for a report that the caller's tenant has no source for. */
export async function askForReport(
  context: Context,
  { report: id, note }: z.output<(typeof contract)["input"]>,
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
  const requests = await selectReportRequests(context, [...all.keys()]);
  const openRequest = requests.find(({ report: asked, state }) => asked === id && state === "open");
  if (openRequest) return { askedAt: openRequest.created_at.toISOString(), isNew: false };
  refuseFlood(await countRequestsBy(context, uid, new Date(context.now.getTime() - dayMs)));

  await insertReportRequest(context, { report: id, uid, note: note || null });
  await recordAudit(context, { act: "report.asked", subject: id });
  const user = await findUser(context, uid);
  await notify(context, describeRequest({ report, tenant, user, note: note || null }));
  await tellPlatform(context);
  return { askedAt: context.now.toISOString(), isNew: true };
}

/** Takes back one's own request that nobody has answered yet. */
export async function withdrawReportRequest(
  context: Context,
  { report: id }: z.output<(typeof withdrawContract)["input"]>,
  all: Reports = productReports,
): Promise<RouteOutput<typeof withdrawContract>> {
  const uid = requirePerson(context);
  const requests = await selectReportRequests(context, [...all.keys()]);
  const own = requests.find(({ report, state, asked_by }) => report === id && state === "open" && asked_by === uid);
  if (!own) throw new AppError("not_found", "You have no open request for this report.");
  const request = { tenantId: context.tenantId, id: own.id };
  await decideReportRequest(context, request, { state: "withdrawn", answer: null, uid });
  await recordAudit(context, { act: "report.request_withdrawn", subject: id });
  await tellPlatform(context);
  return {};
}

function refuseFlood(count: number): void {
  if (count < perPersonAndDay) return;
  throw new AppError("limit_reached", "You have asked for several reports today. Ask again tomorrow.", {
    retryAfterSeconds: dayMs / 1000,
  });
}

type Request = {
  report: Report;
  tenant: TenantDocument;
  user: UserDocument | null;
  note: string | null;
};

function describeRequest({ report, tenant, user, note }: Request): Notice {
  const who = user?.name ? `${user.name} (${user.email})` : (user?.email ?? "Someone");
  return {
    kind: reportRequested,
    to: { platformAdmins: true },
    subject: `${tenant.name} requests the report "${report.title}"`,
    about: `report-requests/${tenant.id}/${report.id}`,
    link: "/admin/report-requests?filter=status%3Aopen",
    text: [
      `${who} of ${tenant.name} requests the report "${report.title}".`,
      "",
      `Organisation: ${tenant.name} (${tenant.id})`,
      `Report: ${report.title}. ${report.question}`,
      `Missing source: ${sourceNamesFor(report).join(" or ")}`,
      ...(note ? [`Note: ${note}`] : []),
    ].join("\n"),
  };
}
