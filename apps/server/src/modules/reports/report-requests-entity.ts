import type { EntityRow } from "@console/contracts";
import { sql } from "kysely";
import { type Context, requirePerson } from "../../platform/context.ts";
import type { ActSpec, Entity, FieldSpec } from "../../platform/entities/entity.ts";
import { requireRow } from "../../platform/entities/read-entity.ts";
import { updateRow } from "../../platform/entities/save-entity.ts";
import { AppError } from "../../platform/errors.ts";
import {
  findUser,
  peopleRelation,
  personName,
  personReference,
  tenantReference,
  tenantRelation,
} from "../directory/index.ts";
import { notify } from "../notices/index.ts";
import { pathForReport } from "./report.ts";
import { reportAnswered } from "./report-notices.ts";
import { decideReportRequest, requestState } from "./report-request-store.ts";
import type { Reports } from "./reports.ts";

const readOnly = { edit: "never" } as const;
const answerField: FieldSpec = {
  label: "Answer (optional)",
  type: "lines",
  max: 1000,
  help: "The person who asked reads it, and is notified.",
};

function describeFields(titles: Readonly<Record<string, string>>): Readonly<Record<string, FieldSpec>> {
  return {
    name: {
      ...readOnly,
      group: "Request",
      label: "Report",
      type: "text",
      column: sql`coalesce(${JSON.stringify(titles)}::jsonb ->> r.report, r.report)`,
      isSearched: true,
      shown: "list",
    },
    status: {
      ...readOnly,
      group: "Answer",
      label: "Status",
      type: "choice",
      column: requestState(Object.keys(titles)),
      choices: {
        open: "Open",
        granted: "Granted",
        declined: "Declined",
        withdrawn: "Withdrawn",
        closed: "Closed",
      },
      isFilter: true,
      shown: "list",
    },
    tenantId: {
      ...readOnly,
      group: "Request",
      label: "Tenant",
      type: "text",
      refersTo: tenantReference(),
      isFilter: true,
      isSearched: true,
      shown: "list",
    },
    askedBy: {
      ...readOnly,
      group: "Request",
      label: "Requested by",
      type: "text",
      refersTo: personReference(personName(sql`r.asked_by`)),
      isSearched: true,
      shown: "list",
    },
    createdAt: { ...readOnly, group: "Request", label: "Requested", type: "instant", isFilter: true, shown: "list" },
    note: { ...readOnly, group: "Request", label: "Note", type: "lines", shown: "detail" },
    answer: { ...readOnly, group: "Answer", label: "Answer", type: "lines", shown: "detail" },
    decidedAt: { ...readOnly, group: "Answer", label: "Decided", type: "instant" },
    decidedBy: {
      ...readOnly,
      group: "Answer",
      label: "Decided by",
      type: "text",
      column: personName(sql`r.decided_by`),
    },
    report: { ...readOnly, group: "Request", label: "Report ID", type: "text", shown: "detail" },
  };
}

/** Requests for reports. People of tenants make them where a report is missing; they are answered here. */
export function reportRequestsEntity(reports: Reports, tenants: Entity): Entity {
  const visibleReports = [...reports.values()].filter(({ isHidden }) => !isHidden);
  return {
    name: "report-requests",
    one: "Report request",
    many: "Report requests",
    table: "report_requests",
    people: peopleRelation,
    title: "name",
    from: sql`report_requests as r left join ${tenantRelation} t on t.id = r.tenant_id`,
    permissions: { read: "requests.manage", manage: "requests.manage" },
    canCreate: false,
    canChange: false,
    fields: describeFields(Object.fromEntries(visibleReports.map(({ id, title }) => [id, title]))),
    headline: ["tenantId", "askedBy", "createdAt"],
    sort: { by: "createdAt", dir: "desc" },
    findTenantId: ({ tenantId }) => String(tenantId),
    acts: requestActs(reports, tenants),
  };
}

function requestActs(reports: Reports, tenants: Entity): Record<string, ActSpec> {
  const openOnly = { field: "status", values: ["open"] };
  return {
    grant: {
      label: "Grant",
      done: "Granted. The person who asked is notified.",
      isMain: true,
      when: openOnly,
      question: "The tenant gets this report. It shows figures as soon as data from its source arrives.",
      fields: { answer: answerField },
      run: async (context, row, { answer }) => {
        await decide(context, row, "granted", answer);
        await giveReport(context, row, tenants);
        await tellAsker(context, row, reports, { isGranted: true, answer });
        return undefined;
      },
    },
    decline: {
      label: "Decline",
      done: "Declined. The person who asked is notified.",
      when: openOnly,
      question: "The person who asked is notified, and can ask again.",
      fields: { answer: answerField },
      run: async (context, row, { answer }) => {
        await decide(context, row, "declined", answer);
        await tellAsker(context, row, reports, { isGranted: false, answer });
        return undefined;
      },
    },
  };
}

async function decide(
  context: Context,
  { id, tenantId, status }: EntityRow,
  state: "granted" | "declined",
  answer: unknown,
): Promise<void> {
  if (status !== "open") throw new AppError("conflict", "This request is no longer open.");
  const uid = requirePerson(context);
  const request = { tenantId: String(tenantId), id: String(id) };
  await decideReportRequest(context, request, { state, uid, answer: toText(answer) });
}

/** Adds the report to those of a tenant that has some only, as its own page does; no list means that it has all. */
async function giveReport(context: Context, { tenantId, report }: EntityRow, tenants: Entity): Promise<void> {
  const tenant = await requireRow(context, tenants, String(tenantId));
  const given = Array.isArray(tenant.reports) ? tenant.reports.map(String) : [];
  if (given.length === 0 || given.includes(String(report))) return;
  await updateRow(context, tenants, {
    id: String(tenantId),
    version: null,
    input: { reports: [...given, String(report)] },
  });
}

type Answer = { isGranted: boolean; answer: unknown };

async function tellAsker(context: Context, row: EntityRow, reports: Reports, { isGranted, answer }: Answer) {
  const user = await findUser(context, String(row.askedBy));
  if (!user) return;
  const report = reports.get(String(row.report));
  const words = toText(answer);
  const outcome = isGranted ? "was granted" : "was declined";
  await notify(context, {
    kind: reportAnswered,
    to: { person: user },
    subject: `Your request for "${String(row.name)}" ${outcome}`,
    link: isGranted && report ? pathForReport(report) : "/tenant/reports",
    text: [
      `Your request for the report "${String(row.name)}" ${outcome}.`,
      ...(words ? ["", words] : []),
      ...(isGranted ? ["", "It shows figures as soon as data from its source arrives."] : []),
    ].join("\n"),
  });
}

function toText(answer: unknown): string | null {
  return typeof answer === "string" && answer !== "" ? answer : null;
}
