import { sql } from "kysely";
import type { Entity } from "../../platform/entities/entity.ts";
import { outboxRelation } from "../../platform/mail/outbox-store.ts";
import { resendMail } from "../../platform/mail/send-mail.ts";
import { peopleRelation } from "../directory/index.ts";

const states = { waiting: "Waiting", sent: "Sent", failed: "Failed", kept: "Kept, not sent" };

/** The mails of the platform as they were written. A link that opens something is in none of them. */
export const outboxEntity: Entity = {
  name: "outbox",
  one: "Email",
  many: "Emails",
  table: null,
  people: peopleRelation,
  title: "subject",
  from: sql`${outboxRelation} as r`,
  permissions: { read: "outbox.read", manage: "outbox.manage" },
  canCreate: false,
  canChange: false,
  sort: { by: "createdAt", dir: "desc" },
  headline: ["recipients", "createdAt", "sentAt"],
  fields: {
    subject: { label: "Subject", type: "text", edit: "never", shown: "list", isSearched: true },
    recipients: { label: "To", type: "text", edit: "never", shown: "list", isSearched: true, isFilter: true },
    status: {
      label: "Status",
      type: "choice",
      column: "state",
      choices: states,
      edit: "never",
      shown: "list",
      isFilter: true,
    },
    createdAt: { label: "Created", type: "instant", edit: "never", shown: "list", isFilter: true },
    sentAt: { label: "Sent", type: "instant", edit: "never", shown: "list", isFilter: true },
    attempts: { label: "Attempts", type: "count", edit: "never", shown: "detail", isNeverEmpty: true },
    error: { label: "Last error", type: "lines", edit: "never", shown: "detail" },
    body: {
      group: "Preview",
      label: "Text",
      type: "lines",
      edit: "never",
      shown: "detail",
      help: "A private link is shown to its recipient only.",
    },
  },
  acts: {
    send: {
      label: "Send again",
      done: "It is sent again now.",
      isMain: true,
      when: { field: "status", values: ["failed", "kept", "sent"] },
      run: async (context, { id }) => {
        await resendMail(context, String(id));
        return undefined;
      },
    },
    hurry: {
      label: "Send now",
      done: "It is sent now.",
      isMain: true,
      when: { field: "status", values: ["waiting"] },
      run: async (context, { id }) => {
        await resendMail(context, String(id));
        return undefined;
      },
    },
  },
};
