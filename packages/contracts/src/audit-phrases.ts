import type { AuditGroup } from "./audit-groups.ts";
import { routePhrases } from "./audit-route-phrases.ts";

/** A field that an action has changed, as someone reads it. */
export type AuditChange = { label: string; before: string | null; after: string | null };

/** What a phrase is made of. */
export type AuditWords = {
  /** What it was done to, by its name where that is known. */
  subject: string;
  /** The tenant that it is about, if any. */
  tenant: string | null;
  /** Whether someone did it to themselves. */
  isOwn: boolean;
  details: Readonly<Record<string, unknown>>;
  changes: readonly AuditChange[];
};

type Phrase = {
  group: AuditGroup;
  /** What stands behind the name of who did it: "exported Delivery report (CSV, 1,101 rows)". */
  say: (words: AuditWords) => string;
};

const count = (number: unknown, one: string, many = `${one}s`) =>
  `${Number(number).toLocaleString("en-US")} ${Number(number) === 1 ? one : many}`;

const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : null);

const inBrackets = (...parts: readonly (string | null)[]) => {
  const known = parts.filter((part) => part !== null);
  return known.length === 0 ? "" : ` (${known.join(", ")})`;
};

const withReason = ({ details }: AuditWords) => {
  const reason = text(details.reason)?.replace(/\.$/, "");
  return reason ? `: ${reason}` : "";
};

/** Something of a person: their own, or that of someone else. */
const possessive = (thing: string, { isOwn, subject }: AuditWords) =>
  isOwn ? `their ${thing}` : `the ${thing} of ${subject}`;

const longestValue = 60;
const isShort = (value: string | null) => value === null || value.length <= longestValue;

/** What was changed of something, with both values where it is a single short one. */
function sayChange({ subject, changes }: AuditWords): string {
  const [change, second] = changes;
  if (!change) return `changed ${subject}`;
  const { label, before, after } = change;
  if (second) return `changed ${subject} (${changes.map((one) => one.label.toLowerCase()).join(", ")})`;
  const field = `the ${label.slice(0, 1).toLowerCase()}${label.slice(1)} of ${subject}`;
  if (!isShort(before) || !isShort(after)) return `changed ${field}`;
  if (after === null) return `cleared ${field}`;
  return before === null ? `set ${field} to ${after}` : `changed ${field} from ${before} to ${after}`;
}

const sayRows = (details: AuditWords["details"]) =>
  typeof details.rows === "number" ? count(details.rows, "row") : null;
const sayFormat = (details: AuditWords["details"]) => text(details.format)?.toUpperCase() ?? null;

const listExported = ({ subject, details }: AuditWords) =>
  `exported ${subject}${inBrackets(sayFormat(details), sayRows(details))}`;

function sayImport({ details }: AuditWords): string {
  const counts = [
    details.new ? `${count(details.new, "new", "new")}` : null,
    details.changed ? `${count(details.changed, "changed", "changed")}` : null,
    details.wrong ? `${count(details.wrong, "rejected", "rejected")}` : null,
  ];
  return inBrackets(...counts);
}

/** The phrases that every list of the console shares, for one of them. */
function forList(group: AuditGroup, many: string): Record<"exported" | "imported" | "import_tried", Phrase> {
  return {
    exported: { group: "exports", say: (words) => listExported({ ...words, subject: `the list of ${many}` }) },
    imported: { group, say: (words) => `imported ${many} from a file${sayImport(words)}` },
    import_tried: { group, say: (words) => `checked a file of ${many} without importing it${sayImport(words)}` },
  };
}

const phrase = (group: AuditGroup, say: Phrase["say"] | string): Phrase => ({
  group,
  say: typeof say === "string" ? ({ subject }) => `${say} ${subject}` : say,
});
const plain = (group: AuditGroup, words: string): Phrase => ({ group, say: () => words });

/** The phrases of one kind of thing that is taught. */
function forTraining(many: string, created: string, one: string): Record<string, Phrase> {
  const acts = {
    created: phrase("training", created),
    changed: phrase("training", sayChange),
    approve: phrase("training", `approved ${one}`),
    archive: phrase("training", `archived ${one}`),
    restore: phrase("training", `restored ${one}`),
    ...forList("training", many),
  };
  return Object.fromEntries(Object.entries(acts).map(([act, words]) => [`${many}.${act}`, words]));
}

const caseLists = forList("training", "evaluation questions");
const tenantLists = forList("tenants", "tenants");
const userLists = forList("users", "users");
const requestLists = forList("requests", "access requests");
const feedbackLists = forList("feedback", "feedback");
const reportRequestLists = forList("requests", "report requests");
const linkLists = forList("links", "public links");
const serviceLists = forList("service-accounts", "service accounts");
const jobLists = forList("jobs", "jobs");
const scheduleLists = forList("jobs", "scheduled jobs");
const outboxLists = forList("jobs", "emails");
const announcementLists = forList("announcements", "announcements");
const webhookLists = forList("webhooks", "webhooks");
const providerLists = forList("models", "model servers");
const limitLists = forList("models", "limits");
const customModelLists = forList("models", "custom models");
const promptLists = forList("models", "prompts");
const windowLists = forList("operations", "maintenance windows");
const auditLists = forList("audit", "audit entries");

const checkName = ({ details }: AuditWords) => text(details.check) ?? "unknown";

/** What a platform admin has looked at in a tenant: a report by its name, or else the path of the call. */
function sayView({ subject, tenant }: AuditWords): string {
  const areas: [RegExp, string][] = [
    [/^\/api\/metrics/, "figures"],
    [/^\/api\/(outlines|reports)/, "reports"],
    [/^\/api\/sources/, "connections"],
    [/^\/api\//, "data"],
  ];
  const area = areas.find(([pattern]) => pattern.test(subject))?.[1] ?? subject;
  return `viewed ${area}${tenant ? ` of ${tenant}` : ""}`;
}

const actions: Readonly<Record<string, Phrase>> = {
  "session.opened": phrase("sign-ins", ({ details }) => {
    if (details.provider === "google.com") return "signed in with Google";
    return details.provider === "custom" ? "was signed in by a program" : "signed in";
  }),
  "session.ended": plain("sign-ins", "signed out"),
  "session.refused": phrase("sign-ins", (words) => `failed to sign in as ${words.subject}${withReason(words)}`),
  "session.reused": plain("sign-ins", "was signed out because a session token was used twice"),

  "account.created": phrase("accounts", (words) => `created ${possessive("account", words)}`),
  "account.changed": phrase("accounts", (words) => {
    const { isLocked, fields } = words.details;
    if (isLocked === true || isLocked === false)
      return `${isLocked ? "locked" : "unlocked"} ${possessive("account", words)}`;
    const names = Array.isArray(fields) && fields.length > 0 ? fields.join(", ") : null;
    return `changed ${possessive("account", words)}${inBrackets(names)}`;
  }),
  "account.deleted": phrase("accounts", (words) => `deleted ${possessive("account", words)}`),
  "account.password_changed": phrase("accounts", (words) => `changed ${possessive("password", words)}`),
  "account.email_changed": phrase("accounts", (words) => `changed ${possessive("email address", words)}`),
  "account.email_removed": phrase("accounts", (words) => `removed ${possessive("email address", words)}`),
  "account.provider_added": plain("accounts", "connected a Google account"),
  "account.provider_removed": plain("accounts", "disconnected a Google account"),
  "account.address_left": plain("accounts", "lost an email address to an invited user"),
  "account.link_handed_over": phrase("accounts", "got an email link for"),
  "account.link_mailed": phrase("accounts", "sent an email link to"),
  "account.cookie_made": phrase("accounts", (words) => `created a session cookie for ${words.subject}`),

  "users.created": phrase("users", "invited"),
  "users.changed": phrase("users", sayChange),
  "users.lock": phrase("users", (words) => `locked ${words.subject}${withReason(words)}`),
  "users.unlock": phrase("users", "unlocked"),
  "users.reset": phrase("users", (words) => `forced a new password for ${words.subject}`),
  "users.signOut": phrase("users", (words) => `signed ${words.subject} out everywhere`),
  "users.resend": phrase("users", "sent the invitation again to"),
  "users.revoke": phrase("users", "revoked the invitation of"),
  "users.move": phrase("users", ({ subject, changes, tenant }) => {
    const name = changes.find(({ label }) => label === "Tenant")?.after ?? tenant;
    return `moved ${subject} to ${name ?? "another tenant"}`;
  }),
  "users.remove": phrase("users", "removed"),
  "users.restore": phrase("users", "restored"),
  "users.forgotten": phrase("users", (words) => `deleted ${words.subject} for good${withReason(words)}`),
  "users.link_shown": phrase("users", "copied the invitation link of"),
  "users.session_ended": phrase("users", ({ subject, details }) => {
    return `signed ${subject} out of ${text(details.device) ?? "one device"}`;
  }),
  "users.exported": userLists.exported,
  "users.imported": userLists.imported,
  "users.import_tried": userLists.import_tried,
  "users.view_started": phrase(
    "impersonation",
    (words) => `started impersonating ${words.subject}${withReason(words)}`,
  ),
  "conversations.opened": phrase(
    "access",
    (words) => `opened a conversation of ${words.subject} with the assistant${withReason(words)}`,
  ),
  "conversations.shared": plain("conversations", "shared a conversation with their organisation"),
  "conversations.share_revoked": plain("conversations", "stopped sharing a conversation"),
  "users.view_ended": phrase("impersonation", "ended the impersonation of"),

  "tenants.created": phrase("tenants", "created"),
  "tenants.changed": phrase("tenants", sayChange),
  "tenants.suspend": phrase("tenants", (words) => `suspended ${words.subject}${withReason(words)}`),
  "tenants.resume": phrase("tenants", "resumed"),
  "tenants.archive": phrase("tenants", "archived"),
  "tenants.remove": phrase("tenants", ({ subject }) => `scheduled ${subject} for deletion in 30 days`),
  "tenants.removed": phrase("tenants", ({ subject }) => `deleted ${subject} and its data for good`),
  "tenants.archived": phrase("exports", ({ subject }) => `downloaded the archive of ${subject}`),
  "tenants.locale": phrase("tenants", sayChange),
  "tenants.isolation_tested": phrase("tenants", ({ subject, details }) => {
    const failed = Array.isArray(details.failed) ? details.failed.length : 0;
    return `tested the isolation of ${subject}${inBrackets(`${count(details.probes ?? 0, "check")}, ${failed} failed`)}`;
  }),
  "tenants.exported": tenantLists.exported,
  "tenants.imported": tenantLists.imported,
  "tenants.import_tried": tenantLists.import_tried,
  "tenant.viewed": phrase("access", sayView),

  "report.exported": phrase("exports", listExported),
  "report.export_requested": phrase("exports", ({ subject, details }) => {
    return `requested an export of ${subject}${inBrackets(sayFormat(details))}`;
  }),
  "report.asked": phrase("reports", "asked for access to"),
  "report.request_withdrawn": phrase("reports", "withdrew the request for"),
  "POST /api/reports/{report}/requests": phrase("reports", "asked for access to"),
  "DELETE /api/reports/{report}/requests": phrase("reports", "withdrew the request for"),
  "POST /api/reports/{report}/views": phrase("reports", "saved a view of"),

  "source.connection_created": phrase("connections", "created the connection"),
  "source.connection_changed": phrase("connections", (words) => {
    const { isPaused } = words.details;
    if (isPaused === true) return `paused ${words.subject}`;
    return isPaused === false ? `resumed ${words.subject}` : sayChange(words);
  }),
  "source.connection_removed": phrase("connections", "deleted the connection"),
  "source.run_started": phrase("connections", ({ subject, details }) => {
    const range = text(details.from) && text(details.to) ? `${details.from} to ${details.to}` : null;
    return `started a sync of ${subject}${inBrackets(range)}`;
  }),
  "source.run_cancelled": phrase("connections", "stopped a sync of"),
  "source.run_undone": phrase("connections", "undid a sync of"),
  "source.rejects_replayed": phrase("connections", ({ subject, details }) => {
    return `retried ${count(details.rows ?? 0, "rejected row")} of ${subject}`;
  }),
  "source.rejects_downloaded": phrase("exports", ({ subject, details }) => {
    return `downloaded the rejected rows of ${subject}${inBrackets(sayRows(details))}`;
  }),
  "source.checked": phrase("connections", ({ subject, details }) => {
    const failed = Number(details.failed ?? 0);
    return `ran the checks of ${subject} (${failed === 0 ? "all passed" : `${failed} failed`})`;
  }),
  "source.check_muted": phrase("connections", (words) => {
    return `muted the check "${checkName(words)}" of ${words.subject}${withReason(words)}`;
  }),
  "source.check_unmuted": phrase(
    "connections",
    (words) => `unmuted the check "${checkName(words)}" of ${words.subject}`,
  ),
  "source.check_owner_set": phrase("connections", (words) => {
    const owner = words.changes.find(({ label }) => label === "Owner")?.after ?? null;
    const check = `the check "${checkName(words)}" of ${words.subject}`;
    return owner === null ? `removed the owner of ${check}` : `made ${owner} the owner of ${check}`;
  }),
  "source.import_started": phrase("connections", ({ subject, details }) => {
    const files = Array.isArray(details.files) ? count(details.files.length, "file") : text(details.file);
    return `imported ${files ?? "a file"} into ${subject}`;
  }),
  "source.loads_replaced": phrase("connections", ({ subject, details }) => {
    const replaced = Array.isArray(details.replaced) ? details.replaced.length : 1;
    return `replaced ${count(replaced, "earlier import")} of ${subject}`;
  }),
  "own-fields.added": phrase("connections", ({ details }) => `added the field ${text(details.label) ?? ""}`.trim()),
  "own-fields.renamed": phrase("connections", ({ details }) => {
    return `renamed the field ${String(details.before)} to ${String(details.after)}`;
  }),
  "own-fields.removed": phrase("connections", ({ details }) => `removed the field ${text(details.label) ?? ""}`.trim()),

  "clients.revealed": phrase("clients", "viewed the contact details of"),
  "clients.mapped": phrase("clients", ({ subject, changes }) => {
    const tenant = changes.find(({ label }) => label === "Tenant")?.after ?? null;
    return tenant === null ? `removed the tenant of ${subject}` : `assigned ${subject} to ${tenant}`;
  }),

  "links.created": phrase("links", "created the public link"),
  "links.changed": phrase("links", sayChange),
  "links.pause": phrase("links", "paused the public link"),
  "links.resume": phrase("links", "resumed the public link"),
  "links.passcode": phrase("links", "changed the passcode of the public link"),
  "links.revoke": phrase("links", "revoked the public link"),
  "links.keyed": phrase("links", ({ subject, details }) => {
    return `${details.isFirst === true ? "created" : "rotated"} the key of the public link ${subject}`;
  }),
  "links.previewed": phrase("links", "previewed the public link"),
  "links.passcodes_tried": phrase("links", ({ subject, details }) => {
    return `counted ${count(details.wrong ?? 0, "wrong passcode")} at the public link ${subject}`;
  }),
  "links.alarm": phrase("links", ({ subject, details }) => {
    const places = count(details.places ?? 0, "place");
    return `raised an alert for the public link ${subject} (${places}, ${details.refused ?? 0} refused today)`;
  }),
  "links.all-revoked": phrase("links", ({ details }) => `revoked all public links${inBrackets(sayLinks(details))}`),
  "links.exported": linkLists.exported,

  "requests.review": phrase("requests", ({ subject }) => `took on the access request of ${subject}`),
  "requests.approve": phrase("requests", "approved the access request of"),
  "requests.reject": phrase("requests", "rejected the access request of"),
  "requests.clear": phrase("requests", ({ subject }) => `marked the access request of ${subject} as genuine`),
  "requests.note": phrase("requests", "changed the note on the access request of"),
  "requests.exported": requestLists.exported,

  "report-requests.grant": phrase("requests", "granted the request for"),
  "report-requests.decline": phrase("requests", "declined the request for"),
  "report-requests.exported": reportRequestLists.exported,

  "feedback.reply": phrase("feedback", "replied to the feedback on"),
  "feedback.screenshot_opened": phrase("feedback", "opened the screenshot of the feedback on"),
  "feedback.transcript_opened": phrase(
    "feedback",
    (words) => `opened the answer in the feedback on ${words.subject}${withReason(words)}`,
  ),
  "feedback.triage": phrase("feedback", "triaged the feedback on"),
  "feedback.start": phrase("feedback", "started work on the feedback on"),
  "feedback.fix": phrase("feedback", ({ subject }) => `marked the feedback on ${subject} as fixed`),
  "feedback.decline": phrase("feedback", "declined the feedback on"),
  "feedback.reopen": phrase("feedback", "reopened the feedback on"),
  "feedback.assign": phrase("feedback", "took on the feedback on"),
  "feedback.read": phrase("feedback", ({ subject }) => `marked the feedback on ${subject} as read`),
  "feedback.unread": phrase("feedback", ({ subject }) => `marked the feedback on ${subject} as unread`),
  "feedback.fold": phrase("feedback", ({ subject }) => `marked the feedback on ${subject} as a duplicate`),
  "feedback.changed": phrase("feedback", sayChange),
  "feedback.exported": feedbackLists.exported,

  "service-accounts.created": phrase("service-accounts", "created the service account"),
  "service-accounts.changed": phrase("service-accounts", sayChange),
  "service-accounts.pause": phrase("service-accounts", "paused the service account"),
  "service-accounts.resume": phrase("service-accounts", "resumed the service account"),
  "service-accounts.revoke": phrase("service-accounts", "revoked the service account"),
  "service-accounts.key_created": phrase("service-accounts", "created a key for the service account"),
  "service-accounts.exported": serviceLists.exported,

  "jobs.retry": phrase("jobs", "retried the job"),
  "jobs.run": phrase("jobs", "ran the job"),
  "jobs.drop": phrase("jobs", "dropped the job"),
  "jobs.exported": jobLists.exported,
  "schedules.run": phrase("jobs", "ran the scheduled job"),
  "schedules.exported": scheduleLists.exported,
  "outbox.send": phrase("jobs", "resent the email"),
  "outbox.hurry": phrase("jobs", ({ subject }) => `sent the email ${subject} at once`),
  "outbox.exported": outboxLists.exported,
  "announcements.created": phrase("announcements", "created the announcement"),
  "announcements.changed": phrase("announcements", sayChange),
  "announcements.withdraw": phrase("announcements", "withdrew the announcement"),
  "announcements.exported": announcementLists.exported,
  ...forTraining("words", "taught the word", "the word"),
  ...forTraining("examples", "taught the example", "the example"),
  ...forTraining("answers", "verified an answer to", "the answer to"),
  ...forTraining("training-documents", "added the document", "the document"),
  "training-documents.readAgain": phrase("training", ({ subject }) => `had the document ${subject} read again`),
  "training-documents.cancel": phrase("training", "cancelled the reading of the document"),
  ...forTraining("training-sites", "added the website", "the website"),
  "training-sites.readAgain": phrase("training", ({ subject }) => `had the website ${subject} read again`),
  "answers.verify": phrase("training", ({ subject }) => `verified the answer to ${subject} again`),
  "evaluation-sets.created": phrase("training", "created the evaluation set"),
  "evaluation-sets.changed": phrase("training", sayChange),
  "evaluation-sets.archive": phrase("training", "archived the evaluation set"),
  "evaluation-sets.restore": phrase("training", "restored the evaluation set"),
  "evaluation-sets.exported": forList("training", "evaluation sets").exported,
  "evaluation-cases.created": phrase("training", ({ subject }) => `added the question ${subject} to an evaluation set`),
  "evaluation-cases.changed": phrase("training", sayChange),
  "evaluation-cases.remove": phrase(
    "training",
    ({ subject }) => `removed the question ${subject} from its evaluation set`,
  ),
  "evaluation-cases.exported": caseLists.exported,
  "evaluation-cases.imported": caseLists.imported,
  "evaluation-cases.import_tried": caseLists.import_tried,

  "providers.created": phrase("models", "added the model server"),
  "providers.changed": phrase("models", sayChange),
  "providers.test": phrase("models", "tested the model server"),
  "providers.setKey": phrase("models", "replaced the key of the model server"),
  "providers.removeKey": phrase("models", "removed the key of the model server"),
  "providers.remove": phrase("models", "removed the model server"),
  "providers.exported": providerLists.exported,
  "models.policy_changed": phrase("models", ({ subject }) => `changed the model policy of ${subject}`),
  "models.policy_removed": phrase("models", ({ subject }) => `removed the own model policy of ${subject}`),
  "models.pull_started": phrase("models", "started the download of the model"),
  "models.pull_canceled": phrase("models", "cancelled the download of the model"),
  "models.removed": phrase("models", "deleted the model"),
  "models.loaded": phrase("models", "loaded the model"),
  "models.unloaded": phrase("models", "unloaded the model"),
  "models.created": phrase("models", "created the custom model"),

  "models.preload_changed": phrase("models", "set the hours for loading the model"),
  "models.preload_removed": phrase("models", "removed the hours for loading the model"),
  "models.trial_started": phrase("models", "started the evaluation of"),
  "models.trial_cancelled": phrase("models", "cancelled the evaluation of"),

  "custom-models.created": phrase("models", "created the custom model"),
  "custom-models.changed": phrase("models", sayChange),
  "custom-models.remove": phrase("models", "removed the custom model"),
  "custom-models.exported": customModelLists.exported,

  "limits.created": phrase("models", "set the limit"),
  "limits.changed": phrase("models", sayChange),
  "limits.remove": phrase("models", "removed the limit"),
  "limits.exported": limitLists.exported,
  "limits.asked": phrase("models", "asked for more than the limit"),

  "prompts.created": phrase("models", "created the prompt"),
  "prompts.changed": phrase("models", sayChange),
  "prompts.remove": phrase("models", "removed the prompt"),
  "prompts.exported": promptLists.exported,

  "webhooks.created": phrase("webhooks", "created the webhook"),
  "webhooks.changed": phrase("webhooks", sayChange),
  "webhooks.test": phrase("webhooks", "sent a test to the webhook"),
  "webhooks.pause": phrase("webhooks", "paused the webhook"),
  "webhooks.resume": phrase("webhooks", "resumed the webhook"),
  "webhooks.remove": phrase("webhooks", "removed the webhook"),
  "webhooks.secret_issued": phrase("webhooks", "issued a new secret for the webhook"),
  "webhooks.exported": webhookLists.exported,
  "maintenance-windows.created": phrase("operations", "planned the maintenance"),
  "maintenance-windows.changed": phrase("operations", sayChange),
  "maintenance-windows.cancel": phrase("operations", "cancelled the maintenance"),
  "maintenance-windows.exported": windowLists.exported,

  "settings.changed": phrase("settings", saySetting),
  "settings.reset": phrase("settings", ({ subject }) => `reset the setting ${subject} to its default`),
  "settings.exported": phrase("exports", ({ details }) => {
    return `exported the settings${inBrackets(typeof details.settings === "number" ? count(details.settings, "setting") : null)}`;
  }),
  "settings.mail_tested": phrase("settings", ({ details }) => {
    return details.isSent === true ? "sent a test email" : "tried to send a test email, which failed";
  }),

  "logs.searched": phrase("logs", ({ details }) => {
    return text(details.query) ? `searched the platform logs for ${text(details.query)}` : "opened the platform logs";
  }),
  "logs.opened": phrase("logs", ({ subject }) => `opened log lines of ${subject}`),
  "logs.exported": phrase("logs", ({ details }) => {
    const format = text(details.format)?.toUpperCase() ?? null;
    return `downloaded platform logs${inBrackets(format, count(details.rows ?? 0, "line"))}`;
  }),
  "logs.assigned": phrase("logs", ({ details }) => `assigned the error "${text(details.title) ?? ""}"`),
  "logs.muted": phrase("logs", ({ details }) => `muted the error "${text(details.title) ?? ""}"`),
  "logs.unmuted": phrase("logs", ({ details }) => `unmuted the error "${text(details.title) ?? ""}"`),
  "logs.search_saved": phrase("logs", ({ details }) => `saved the log search "${text(details.title) ?? ""}"`),
  "logs.search_deleted": phrase("logs", ({ details }) => `deleted the log search "${text(details.title) ?? ""}"`),

  "audit.digest_made": phrase("audit", ({ details }) => {
    return `signed the daily digest of the audit log${inBrackets(count(details.chains ?? 0, "record"))}`;
  }),
  "audit.problems": phrase("audit", ({ details }) => {
    return `found ${count(details.problems ?? 0, "problem")} in the audit log`;
  }),
  "audit.exported": auditLists.exported,

  "ledger.sealed": phrase("ledger", ({ details }) => {
    return `sealed the ledgers for the day${inBrackets(count(details.ledgers ?? 0, "ledger"))}`;
  }),
  "ledger.file_taken": phrase("ledger", ({ details }) => {
    const rows = count(details.rows ?? 0, "new line");
    return `took in "${text(details.file) ?? "a file"}" of a bank${inBrackets(text(details.account), rows)}`;
  }),
  "ledger.statement_saved": plain("ledger", "saved a statement of account as PDF"),
  "ledger.statement_mailed": phrase("ledger", ({ details }) => `sent a statement of account to ${details.to}`),
  "ledger.carried_over": phrase("ledger", ({ details }) => {
    const balanced = count(details.balanced ?? 0, "entry", "entries");
    return `took ${count(details.entries ?? 0, "entry", "entries")} of sources into the ledger${inBrackets(`${balanced} balanced`)}`;
  }),
  "ledger.problems": phrase("ledger", ({ details }) => {
    return `found ${count(details.problems ?? 0, "problem")} in the ledgers`;
  }),
};

/** Every action that the product records, in words. A call without an action of its own is named by its route. */
export const auditPhrases: Readonly<Record<string, Phrase>> = {
  ...actions,
  ...Object.fromEntries(Object.entries(routePhrases).map(([act, [group, words]]) => [act, plain(group, words)])),
};

function sayLinks({ links }: AuditWords["details"]): string | null {
  return typeof links === "number" ? count(links, "link") : null;
}

function saySetting({ subject, changes }: AuditWords): string {
  const [change] = changes;
  if (!change || !isShort(change.before) || !isShort(change.after) || change.after === "(secret)")
    return `changed the setting ${subject}`;
  if (change.after === null) return `cleared the setting ${subject}`;
  if (change.before === null) return `set ${subject} to ${change.after}`;
  return `changed the setting ${subject} from ${change.before} to ${change.after}`;
}
