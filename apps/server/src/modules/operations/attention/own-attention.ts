import type { AttentionSource } from "../../../platform/health/attention.ts";
import { readQueueState } from "../../../platform/jobs/queue-checks.ts";
import { beginOfMailFigures, readMailState } from "../../../platform/mail/outbox-store.ts";
import { selectIncidents } from "../incidents/incident-store.ts";

const incidentAttention: AttentionSource = {
  kind: "incidents",
  label: "Incidents",
  async list(context) {
    const rows = await selectIncidents(context, { state: "open", after: null, limit: 50 });
    return rows.map(({ id, title, opened_at, concerns_all, tenants }) => ({
      id: `incident ${id}`,
      title,
      text: concerns_all
        ? "It concerns all tenants."
        : `It concerns ${tenants.length === 1 ? "1 tenant" : `${tenants.length} tenants`}.`,
      harm: 3 as const,
      since: opened_at,
      action: { label: "Open incident", path: `/admin/system-health?${new URLSearchParams({ incident: id })}` },
    }));
  },
};

const jobAttention: AttentionSource = {
  kind: "jobs",
  label: "Jobs",
  async list(context) {
    const { given_up: givenUp, first_given_up: since } = await readQueueState(context);
    if (givenUp === 0 || since === null) return [];
    return [
      {
        id: "jobs given up",
        title: givenUp === 1 ? "1 job was given up" : `${givenUp} jobs were given up`,
        text: "It failed on every attempt. Look at the reason, then retry or drop it.",
        harm: 2,
        since,
        action: { label: "Open jobs", path: "/admin/jobs?filter=status%3Agiven_up" },
      },
    ];
  },
};

const mailAttention: AttentionSource = {
  kind: "mail",
  label: "Email",
  async list(context) {
    const { failed, firstFailed } = await readMailState(context);
    if (failed === 0) return [];
    const filters = ["status:failed", `createdAt:>${beginOfMailFigures(context.now).toISOString()}`];
    const query = new URLSearchParams(filters.map((filter): [string, string] => ["filter", filter]));
    return [
      {
        id: `mail failed ${context.now.toISOString().slice(0, 10)}`,
        title: failed === 1 ? "1 email could not be sent" : `${failed} emails could not be sent`,
        text: "In the last 24 hours. Check the mail server, then send them again.",
        harm: 2,
        since: firstFailed,
        action: { label: "Open outbox", path: `/admin/outbox?${query}` },
      },
    ];
  },
};

/** What the platform itself wants looked at. */
export const ownAttention: readonly AttentionSource[] = [incidentAttention, jobAttention, mailAttention];
