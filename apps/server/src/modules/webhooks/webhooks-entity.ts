import type { ActSpec, Entity, FieldSpec } from "../../platform/entities/entity.ts";
import { wrongField } from "../../platform/errors.ts";
import { peopleRelation } from "../directory/index.ts";
import { promiseDelivery } from "./emit-event.ts";
import { testKind, webhookKinds } from "./webhook-kinds.ts";

const fields: Readonly<Record<string, FieldSpec>> = {
  name: {
    group: "Webhook",
    label: "Name",
    type: "text",
    max: 80,
    isRequired: true,
    isSearched: true,
    shown: "list",
    help: "Who receives it, such as On-call service.",
  },
  status: {
    group: "Webhook",
    label: "Status",
    type: "choice",
    column: "state",
    edit: "never",
    choices: { active: "Active", paused: "Paused", disabled: "Disabled", removed: "Removed" },
    isFilter: true,
    isNeverEmpty: true,
    shown: "list",
  },
  url: {
    group: "Webhook",
    label: "Address",
    type: "text",
    max: 500,
    isRequired: true,
    isSearched: true,
    shown: "list",
    help: "It must answer with a status from 200 to 299 within 10 seconds.",
    check: (value) => (isAddress(value) ? null : "Enter an address that begins with https://."),
  },
  kinds: {
    group: "Webhook",
    label: "Events",
    type: "choices",
    choices: webhookKinds,
    isRequired: true,
    shown: "list",
  },
  lastSuccessAt: { group: "Activity", label: "Last delivered", type: "instant", edit: "never", shown: "list" },
  failures: {
    group: "Activity",
    label: "Failures in a row",
    type: "count",
    edit: "never",
    isNeverEmpty: true,
    shown: "column",
  },
  createdAt: { group: "Activity", label: "Created", type: "instant", edit: "never", shown: "column" },
};

const acts: Readonly<Record<string, ActSpec>> = {
  test: {
    label: "Send a test",
    done: "A test is on its way. Its outcome is among the deliveries.",
    isMain: true,
    isSingle: true,
    when: { field: "status", values: ["active"] },
    async run(context, { id, name }) {
      await promiseDelivery(
        context,
        { id: String(id) },
        {
          kind: testKind,
          title: `Test of ${String(name)}`,
          text: "This webhook works.",
          subject: "test",
          isResolved: true,
          path: "/admin/webhooks",
        },
      );
      return undefined;
    },
  },
  pause: {
    label: "Pause",
    done: "Paused.",
    question: "What happens meanwhile is not sent later.",
    sets: { state: "paused" },
    when: { field: "status", values: ["active"] },
  },
  resume: {
    label: "Resume",
    done: "It is called again.",
    isMain: true,
    sets: { state: "active", failures: 0 },
    when: { field: "status", values: ["paused", "disabled"] },
  },
  remove: {
    label: "Remove",
    done: "Removed.",
    isDestructive: true,
    question: "It is not called any more, and its secret is deleted. This cannot be undone.",
    sets: { state: "removed", sealed_secret: null, earlier_secret: null, earlier_ends_at: null },
    when: { field: "status", values: ["active", "paused", "disabled"] },
  },
};

/** The addresses that are called when something happens on the platform. Their secrets are given out apart, and shown once. */
export const webhooksEntity: Entity = {
  name: "webhooks",
  one: "Webhook",
  many: "Webhooks",
  table: "webhooks",
  people: peopleRelation,
  title: "name",
  permissions: { read: "health.manage", manage: "health.manage" },
  fields,
  headline: ["lastSuccessAt", "failures", "createdAt"],
  sort: { by: "name", dir: "asc" },
  acts,
  async check(_context, before, input) {
    const kinds = "kinds" in input ? input.kinds : before?.kinds;
    if (!Array.isArray(kinds) || kinds.length === 0) throw wrongField("kinds", "Choose at least one event.");
  },
};

function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === "" && password === "";
}
