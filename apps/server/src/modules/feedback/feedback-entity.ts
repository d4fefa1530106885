import { feedbackCategories, feedbackReasons, feedbackStates } from "@console/contracts";
import { sql } from "kysely";
import { type Context, requirePerson } from "../../platform/context.ts";
import type { ActSpec, Entity, FieldSpec } from "../../platform/entities/entity.ts";
import { setColumns } from "../../platform/entities/save-entity.ts";
import { AppError } from "../../platform/errors.ts";
import { peopleRelation, personName, personReference, tenantReference, tenantRelation } from "../directory/index.ts";
import { tellPerson, writeReply } from "./answer-feedback.ts";

const readOnly = { edit: "never" } as const;

const fields: Readonly<Record<string, FieldSpec>> = {
  about: {
    inFiles: "masked",
    ...readOnly,
    group: "Feedback",
    label: "About",
    type: "text",
    column: sql`coalesce(r.answer ->> 'question', r.page)`,
    isSearched: true,
    isNeverEmpty: true,
    shown: "list",
  },
  state: {
    ...readOnly,
    group: "Handling",
    label: "Status",
    type: "choice",
    choices: feedbackStates,
    isFilter: true,
    shown: "list",
  },
  kind: {
    ...readOnly,
    group: "Feedback",
    label: "Type",
    type: "choice",
    choices: { answer: "Answer", page: "Page" },
    isFilter: true,
    shown: "list",
  },
  rating: {
    ...readOnly,
    group: "Feedback",
    label: "Rating",
    type: "choice",
    choices: { up: "Helpful", down: "Not helpful" },
    isFilter: true,
    shown: "list",
  },
  category: {
    ...readOnly,
    group: "Feedback",
    label: "Category",
    type: "choice",
    choices: feedbackCategories,
    isFilter: true,
    shown: "column",
  },
  reasons: {
    ...readOnly,
    group: "Feedback",
    label: "Reasons",
    type: "choices",
    choices: feedbackReasons,
    isFilter: true,
    shown: "list",
  },
  body: {
    inFiles: "masked",
    ...readOnly,
    group: "Feedback",
    label: "Comment",
    type: "lines",
    isSearched: true,
    shown: "column",
  },
  hasText: {
    ...readOnly,
    group: "Feedback",
    label: "Has a comment",
    type: "flag",
    column: sql`r.body is not null`,
    isFilter: true,
    shown: "column",
  },
  tenantId: {
    ...readOnly,
    group: "Feedback",
    label: "Tenant",
    type: "text",
    refersTo: tenantReference(),
    isFilter: true,
    shown: "list",
    forcedValue: ({ permissions, tenantId }) => (permissions.has("tenants.manage") ? null : tenantId),
  },
  uid: {
    inFiles: "hidden",
    ...readOnly,
    group: "Feedback",
    label: "From",
    type: "text",
    refersTo: personReference(personName(sql`r.uid`)),
    isSearched: true,
    shown: "list",
  },
  createdAt: { ...readOnly, group: "Feedback", label: "Received", type: "instant", isFilter: true, shown: "list" },
  isRead: { ...readOnly, group: "Handling", label: "Read", type: "flag", isFilter: true, shown: "column" },
  assignee: {
    inFiles: "hidden",
    ...readOnly,
    group: "Handling",
    label: "Assigned to",
    type: "text",
    refersTo: personReference(personName(sql`r.assignee`)),
    isFilter: true,
    shown: "column",
  },
  tags: {
    group: "Handling",
    label: "Tags",
    type: "choices",
    shown: "column",
    isFilter: true,
    checkEach: (tag) => (tag.length <= 40 ? null : "A tag has at most 40 characters."),
  },
  innerNote: {
    inFiles: "masked",
    group: "Handling",
    label: "Internal note",
    type: "lines",
    max: 4000,
    shown: "detail",
    help: "Only people who read this inbox see it.",
  },
  reply: { inFiles: "masked", ...readOnly, group: "Answer", label: "Reply", type: "lines", shown: "detail" },
  repliedAt: { ...readOnly, group: "Answer", label: "Replied", type: "instant" },
  repliedBy: {
    inFiles: "hidden",
    ...readOnly,
    group: "Answer",
    label: "Replied by",
    type: "text",
    column: personName(sql`r.replied_by`),
    shown: "detail",
  },
  duplicateOf: { ...readOnly, group: "Handling", label: "Duplicate of", type: "text", shown: "detail" },
  alike: {
    ...readOnly,
    group: "Feedback",
    label: "Duplicates",
    type: "count",
    // across tenants: duplicates are folded within one tenant, whose rows these are.
    column: sql`(select count(*)::int from feedback other where other.tenant_id = r.tenant_id and other.duplicate_of = r.id)`,
    shown: "column",
  },
  reading: {
    inFiles: "masked",
    ...readOnly,
    group: "Answer as shown",
    label: "Understood as",
    type: "choices",
    column: sql`array(select jsonb_array_elements_text(r.answer -> 'reading'))`,
    shown: "detail",
  },
  unused: {
    ...readOnly,
    group: "Answer as shown",
    label: "Words not used",
    type: "choices",
    column: sql`array(select jsonb_array_elements_text(r.answer -> 'unused'))`,
    shown: "detail",
  },
  page: { ...readOnly, group: "Where", label: "Page", type: "text", isFilter: true, shown: "detail" },
  pageQuery: { inFiles: "masked", ...readOnly, group: "Where", label: "Filters", type: "text", shown: "detail" },
  requestId: { ...readOnly, group: "Where", label: "Request ID", type: "text", shown: "detail" },
  productVersion: { ...readOnly, group: "Where", label: "Version", type: "text", shown: "detail" },
  hasScreenshot: {
    ...readOnly,
    group: "Where",
    label: "Has a screenshot",
    type: "flag",
    // across tenants: the screenshot lies with its feedback, whose rows these are.
    column: sql`exists (select from feedback_screenshots shot where shot.tenant_id = r.tenant_id and shot.feedback_id = r.id)`,
    isFilter: true,
    shown: "column",
  },
  viewport: { ...readOnly, group: "Where", label: "Window size", type: "text", shown: "detail" },
};

/** What people say of answers and pages: one inbox for the platform, and for each tenant its own part of it. */
export function feedbackEntity(): Entity {
  return {
    name: "feedback",
    one: "Feedback",
    many: "Feedback",
    table: "feedback",
    people: peopleRelation,
    title: "about",
    from: sql`feedback as r left join ${tenantRelation} t on t.id = r.tenant_id`,
    permissions: { read: "feedback.read", manage: "feedback.answer" },
    canCreate: false,
    fields,
    headline: ["tenantId", "uid", "createdAt"],
    sort: { by: "createdAt", dir: "desc" },
    scope: (context) =>
      context.permissions.has("tenants.manage") ? null : sql<boolean>`r.tenant_id = ${context.tenantId}`,
    findTenantId: ({ tenantId }) => String(tenantId),
    acts: feedbackActs(),
  };
}

function feedbackActs(): Record<string, ActSpec> {
  const reply: FieldSpec = {
    label: "Reply",
    type: "lines",
    max: 4000,
    isRequired: true,
    help: "The person who gave the feedback reads it, and is notified.",
  };
  const optionalReply: FieldSpec = { ...reply, label: "Reply (optional)" };
  delete optionalReply.isRequired;
  return {
    reply: {
      label: "Reply",
      done: "Replied. The person is notified.",
      isSingle: true,
      fields: { text: reply },
      run: async (context, row, { text }) => {
        await writeReply(context, row, String(text));
        return undefined;
      },
    },
    triage: {
      label: "Mark as triaged",
      done: "Triaged.",
      when: { field: "state", values: ["new"] },
      sets: { state: "triaged", is_read: true },
    },
    start: {
      label: "Start work",
      done: "In progress.",
      when: { field: "state", values: ["new", "triaged"] },
      sets: { state: "in_work", is_read: true },
    },
    fix: {
      label: "Mark as fixed",
      done: "Fixed. The person is notified.",
      isMain: true,
      when: { field: "state", values: ["new", "triaged", "in_work"] },
      question: "The person who gave the feedback is told that it is fixed.",
      fields: { text: optionalReply },
      run: (context, row, { text }) => settle(context, row, "fixed", text),
    },
    decline: {
      label: "Won't fix",
      done: "Settled. The person is notified.",
      when: { field: "state", values: ["new", "triaged", "in_work"] },
      question: "The person who gave the feedback is told why.",
      fields: { text: { ...reply, label: "Reason" } },
      run: (context, row, { text }) => settle(context, row, "will_not", text),
    },
    reopen: {
      label: "Reopen",
      done: "Reopened.",
      when: { field: "state", values: ["fixed", "will_not"] },
      sets: { state: "triaged" },
    },
    assign: {
      label: "Assign to me",
      done: "Assigned to you.",
      run: async (context, row) => {
        await setColumns(context, feedbackEntity(), row, { assignee: requirePerson(context), is_read: true });
        return undefined;
      },
    },
    read: {
      label: "Mark as read",
      done: "Read.",
      when: { field: "isRead", values: ["false"] },
      sets: { is_read: true },
    },
    unread: {
      label: "Mark as unread",
      done: "Unread.",
      when: { field: "isRead", values: ["true"] },
      sets: { is_read: false },
    },
    fold: {
      label: "Mark as duplicate",
      done: "Marked as a duplicate.",
      isSingle: true,
      when: { field: "state", values: ["new", "triaged", "in_work"] },
      fields: {
        duplicateOf: {
          label: "ID of the feedback it repeats",
          type: "text",
          isRequired: true,
          max: 100,
          help: "It stands in the address when that feedback is open.",
        },
      },
      run: async (context, row, { duplicateOf }) => {
        await fold(context, row, String(duplicateOf));
        return undefined;
      },
    },
  };
}

async function settle(
  context: Context,
  row: Parameters<typeof tellPerson>[1],
  state: "fixed" | "will_not",
  text: unknown,
) {
  const words = typeof text === "string" && text !== "" ? text : null;
  const subject = state === "fixed" ? "Your feedback led to a fix" : "Your feedback was considered";
  await setColumns(context, feedbackEntity(), row, {
    state,
    is_read: true,
    ...(words && { reply: words, replied_at: context.now, replied_by: requirePerson(context) }),
  });
  await tellPerson(context, row, { subject, text: words ?? "It is fixed. Try again." });
  return undefined;
}

/** One that is repeated must be of the same tenant, and no duplicate itself. */
async function fold(context: Context, row: Parameters<typeof tellPerson>[1], id: string): Promise<void> {
  const { rows } = await sql<{ duplicate_of: string | null }>`select duplicate_of from feedback
    where tenant_id = ${String(row.tenantId)} and id = ${id}`.execute(context.db);
  const [other] = rows;
  if (!other || id === row.id)
    throw new AppError("invalid_input", "The same tenant has no other feedback with this ID.");
  if (other.duplicate_of !== null) throw new AppError("conflict", "That feedback is a duplicate itself.");
  await setColumns(context, feedbackEntity(), row, { duplicate_of: id, state: "triaged", is_read: true });
}
