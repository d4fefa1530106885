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

/**
 * Tells those who run the platform that an incident has begun, and that it is over. That it has spread is counted to the
 * notice of its beginning while that one is unread; other systems are told of beginning and end alone.
 */
export const tellOfIncident: TellOfIncident = async (context, { id, title, text, change }) => {
  const isResolved = change === "resolved";
  const cause = `incident ${id}`;
  const path = `/admin/system-health?${new URLSearchParams({ incident: id })}`;
  const kind = isResolved ? "incident.resolved" : "incident.opened";
  if (change !== "spread")
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
