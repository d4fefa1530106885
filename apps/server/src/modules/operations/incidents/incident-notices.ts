import { defineNoticeKind, notify } from "../../notices/index.ts";
import { emitEvent } from "../../webhooks/index.ts";
import type { TellOfIncident } from "./follow-finding.ts";

/** A part of the platform has failed, or works again. */
const incidentKind = defineNoticeKind({
  name: "incidents",
  label: "Incidents",
  group: "Operations",
  defaultChoice: "email",
  mayBeSwitchedOff: true,
  isFor: "platform",
});

export const incidentNoticeKinds = [incidentKind];

/** Tells those who run the platform once that an incident has begun, and once that it is over. */
export const tellOfIncident: TellOfIncident = async (context, { id, title, text, isResolved }) => {
  const cause = `incident ${id}`;
  const path = `/admin/system-health?${new URLSearchParams({ incident: id })}`;
  const kind = isResolved ? "incident.resolved" : "incident.opened";
  await emitEvent(context, { kind, title, text, subject: `incidents/${id}`, isResolved, path });
  await notify(context, {
    kind: incidentKind,
    to: { platformAdmins: true },
    subject: title,
    text,
    about: isResolved ? `${cause} resolved` : cause,
    ...(isResolved && { settles: cause }),
    link: path,
  });
};
