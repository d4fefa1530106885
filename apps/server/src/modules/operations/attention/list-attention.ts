import type { listAttention as contract, markAttention as markContract, RouteOutput } from "@console/contracts";
import type { z } from "zod";
import { type Context, requirePerson } from "../../../platform/context.ts";
import { withSavepoint } from "../../../platform/db/database.ts";
import { AppError } from "../../../platform/errors.ts";
import type { AttentionItem, AttentionSource } from "../../../platform/health/attention.ts";
import { findPeopleNames, findPlatformPeople } from "../../directory/index.ts";
import { type AttentionMark, selectMarks, upsertMark } from "./mark-store.ts";

type Answer = RouteOutput<typeof contract>;

/** All that needs attention, the most harmful and the oldest first. A kind that cannot be read is named, not left out. */
export async function listAttention(
  context: Context,
  { includesSnoozed }: z.output<(typeof contract)["input"]>,
  sources: readonly AttentionSource[],
): Promise<Answer> {
  const items: (AttentionItem & { kind: string })[] = [];
  const unread: string[] = [];
  for (const { kind, label, list } of sources) {
    try {
      for (const item of await withSavepoint(context.db, () => list(context))) items.push({ ...item, kind });
    } catch (error) {
      context.log.warn({ err: error, kind }, "What needs attention could not be listed");
      unread.push(label);
    }
  }
  const rows = await selectMarks(
    context,
    items.map(({ id }) => id),
  );
  const marks = new Map(rows.map((mark) => [mark.item, mark]));
  const names = await findPeopleNames(
    context,
    rows.flatMap(({ assigned_to }) => assigned_to ?? []),
  );
  const isSnoozed = ({ id }: AttentionItem) => (marks.get(id)?.snoozed_until?.getTime() ?? 0) > context.now.getTime();
  const shown = includesSnoozed ? items : items.filter((item) => !isSnoozed(item));
  shown.sort((a, b) => b.harm - a.harm || ageRank(a) - ageRank(b) || (a.id < b.id ? -1 : 1));
  return {
    items: shown.map((item) => describe(item, marks.get(item.id), { names, now: context.now })),
    snoozed: items.filter(isSnoozed).length,
    unread,
  };
}

/** The oldest first; what has no known age comes after those that have one. */
function ageRank({ since }: AttentionItem): number {
  return since?.getTime() ?? Number.MAX_SAFE_INTEGER;
}

function describe(
  { id, kind, title, text, harm, since, action }: AttentionItem & { kind: string },
  mark: AttentionMark | undefined,
  { names, now }: { names: ReadonlyMap<string, string>; now: Date },
): Answer["items"][number] {
  const snoozedUntil = mark?.snoozed_until && mark.snoozed_until > now ? mark.snoozed_until.toISOString() : null;
  const assignee = mark?.assigned_to ?? null;
  return {
    id,
    kind,
    title,
    text,
    harm,
    since: since?.toISOString() ?? null,
    action,
    snoozedUntil,
    assignedTo: assignee === null ? null : { uid: assignee, name: names.get(assignee) ?? assignee },
  };
}

const longestSnoozeMs = 31 * 86_400_000;

/** Puts something off, or says who looks after it. */
export async function markAttention(
  context: Context,
  { item, snoozedUntil, assignedTo }: z.output<(typeof markContract)["input"]>,
): Promise<Record<string, never>> {
  const until = snoozedUntil === null ? null : new Date(snoozedUntil);
  if (until && until.getTime() - context.now.getTime() > longestSnoozeMs) {
    throw new AppError("invalid_input", "It can be snoozed for a month at most.", {
      fields: { snoozedUntil: "Choose an earlier day." },
    });
  }
  if (assignedTo !== null && !(await findPlatformPeople(context)).some(({ uid }) => uid === assignedTo)) {
    throw new AppError("invalid_input", "Only a platform admin can look after it.", {
      fields: { assignedTo: "Choose a platform admin." },
    });
  }
  await upsertMark(context, { item, snoozedUntil: until, assignedTo, by: requirePerson(context) });
  return {};
}
