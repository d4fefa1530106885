import { permissionsForRole } from "@console/contracts";
import { formatCounted } from "@console/figures/format";
import type { Selectable } from "kysely";
import { type Clock, realClock } from "../../platform/clock.ts";
import { type Context, readFormats } from "../../platform/context.ts";
import type { DB } from "../../platform/db/schema.gen.ts";
import type { LongWork } from "../../platform/jobs/define-job.ts";
import { countUpTo } from "../../platform/logs/count-lines.ts";
import { noticePeople } from "../directory/index.ts";
import { notify } from "../notices/index.ts";
import { emitEvent } from "../webhooks/index.ts";
import { logAlertKind } from "./log-notices.ts";
import { resolveSearch } from "./resolve-search.ts";

type StoredSearch = Selectable<DB["log_searches"]>;

/** So many alerts are looked at in one minute. */
const mostWatched = 500;

/** Looks at each saved search that has an alert. One that cannot be searched holds up no other. */
export async function watchSearches({ inTenant, log, signal }: LongWork, clock: Clock = realClock): Promise<void> {
  const readers = await inTenant(listReaders);
  const searches = await inTenant(({ db }) =>
    db
      .selectFrom("log_searches")
      .selectAll()
      .where("alert_lines", "is not", null)
      .where(({ eb, fn, val }) => eb("owner", "=", fn.any(val(readers))))
      .where((of) => of.or([of("muted_until", "is", null), of("muted_until", "<=", clock())]))
      .orderBy("id")
      .limit(mostWatched)
      .execute(),
  );
  for (const search of searches) {
    if (signal.aborted) return;
    try {
      await inTenant((context) => watchSearch(context, search, clock()));
    } catch (error) {
      log.error({ err: error, search: search.id }, "The alert of a log search could not be looked at");
    }
  }
}

/** Tells the owner once that a search finds too many lines, and once that it does not any more. */
async function watchSearch(context: Context, search: StoredSearch, now: Date): Promise<void> {
  const { alert_lines: lines, alert_minutes: minutes, alerting_since: since } = search;
  if (lines === null || minutes === null) return;
  const from = new Date(now.getTime() - minutes * 60_000);
  const range = { since: from.toISOString(), until: now.toISOString() };
  const resolved = await resolveSearch(context, { query: search.query, ...range });
  const isOver = (await countUpTo(context.db, resolved, lines + 1)) > lines;
  if (isOver === (since !== null)) return;
  const { numUpdatedRows } = await context.db
    .updateTable("log_searches")
    .set({ alerting_since: isOver ? now : null })
    .where("id", "=", search.id)
    .where("alerting_since", "is not distinct from", since)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await tellOwner(context, search, { isOver, since: since ?? now, range });
}

/** Those who may read logs now: whoever has lost the right is told nothing of them. */
async function listReaders(context: Context): Promise<string[]> {
  const people = await noticePeople.listPeople(context);
  return people.filter(({ role }) => permissionsForRole(role).has("logs.read")).map(({ uid }) => uid);
}

async function tellOwner(
  context: Context,
  { id, owner, name, query, alert_lines: lines, alert_minutes: minutes }: StoredSearch,
  { isOver, since, range }: { isOver: boolean; since: Date; range: { since: string; until: string } },
): Promise<void> {
  const cause = `log alert ${id} ${since.toISOString()}`;
  const formats = readFormats(context);
  const amount = formatCounted(lines ?? 0, "line", formats);
  const time = formatCounted(minutes ?? 0, "minute", formats);
  const subject = isOver ? `Log alert: ${name}` : `Log alert over: ${name}`;
  const text = isOver ? `More than ${amount} within ${time}.` : `No more than ${amount} within the last ${time}.`;
  const path = `/admin/platform-logs?${new URLSearchParams({ q: query, ...range })}`;
  await emitEvent(context, {
    kind: "log.alert",
    title: subject,
    text,
    subject: `log-searches/${id}`,
    isResolved: !isOver,
    path,
  });
  await notify(context, {
    kind: logAlertKind,
    to: { person: { uid: owner, tenantId: null } },
    subject,
    text,
    about: isOver ? cause : `${cause} over`,
    ...(!isOver && { settles: cause }),
    link: path,
  });
}
