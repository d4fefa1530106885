import { sql } from "kysely";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { type Context, type Platform, platformTenant, systemWork } from "../../platform/context.ts";
import { publishEvent } from "../../platform/events/event-store.ts";
import type { RetentionRule } from "../../platform/retention/retention-rule.ts";
import { readSettings } from "../../platform/settings/read-settings.ts";
import type { Logger } from "../../platform/telemetry/logger.ts";
import { type Notice, notify } from "../notices/index.ts";
import { linkAlarm, passcodesTried } from "./embed-notices.ts";
import { embedSettings } from "./embed-settings.ts";
import type { StoredLink } from "./link-store.ts";

/** Someone who comes back within this time is still looking. */
const visitMinutes = 15;
const flushMs = 2000;
const mostRefused = 10_000;

/** Counts how links are used. What is refused is counted after its answer, so that the answer takes no longer for it. */
export type LinkUse = {
  /** Notes that someone came in by a link. */
  opened(context: Context, link: StoredLink): Promise<void>;
  /** Notes that someone was turned away at the address of a client. */
  refused(tookanId: string): void;
  /** Notes that someone entered a wrong passcode at a link. */
  wrongPasscode(link: string): void;
  /** Writes what was noted since the last time; where that fails, it is told in the log alone. */
  flush(): Promise<void>;
};

/** Counters of one running product. */
export function countUse(platform: Platform, log: Logger): LinkUse {
  const refusals = new Map<string, number>();
  const wrongPasscodes = new Map<string, number>();
  let timer: NodeJS.Timeout | null = null;

  async function flush(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    const [counted, guesses] = [[...refusals], [...wrongPasscodes]];
    refusals.clear();
    wrongPasscodes.clear();
    if (counted.length === 0 && guesses.length === 0) return;
    const inTenant = systemWork(platform, "embed.count", log);
    try {
      await inTenant(platformTenant, async (context) => {
        await addRefusals(context, counted);
        for (const [link, times] of guesses) await addGuesses(context, link, times);
        await warn(context);
      });
    } catch (error) {
      // Nobody waits for the numbers, and a product that stops must go on stopping.
      log.warn({ err: error }, "Refusals of embedded reports were not counted");
    }
  }

  function count(counts: Map<string, number>, name: string): void {
    if (counts.size >= mostRefused && !counts.has(name)) return;
    counts.set(name, (counts.get(name) ?? 0) + 1);
    timer ??= setTimeout(() => void flush(), flushMs).unref();
  }

  return {
    flush,
    async opened(context, link) {
      await addView(context, link);
      await warn(context, link.id);
    },
    refused: (tookanId) => count(refusals, tookanId),
    wrongPasscode: (link) => count(wrongPasscodes, link),
  };
}

/** A place is kept as an HMAC that changes with the day, so that nobody's address is. */
async function addView({ db, now, secrets, origin }: Context, { id, kid }: StoredLink): Promise<void> {
  const day = toDay(now);
  const mark = secrets.hmac("embed visitor", `${day} ${origin?.address ?? ""} ${origin?.userAgent ?? ""}`).slice(0, 22);
  const since = new Date(now.getTime() - visitMinutes * 60_000);
  await sql`with before as (
      select seen_at from embed_visitors where link_id = ${id} and day = ${day}::date and mark = ${mark}
    ), seen as (
      insert into embed_visitors (link_id, day, mark, seen_at) values (${id}, ${day}::date, ${mark}, ${now})
      on conflict (link_id, day, mark) do update set seen_at = excluded.seen_at
    ), fresh as (
      select 1 where not exists (select 1 from before where seen_at > ${since})
    ), used as (
      insert into embed_use (link_id, day, views) select ${id}, ${day}::date, 1 from fresh
      on conflict (link_id, day) do update set views = embed_use.views + 1
    ), key as (
      update embed_keys set last_used_at = ${now} where kid = ${kid}
    )
    update embed_links set last_used_at = ${now}, views = views + (select count(*) from fresh) where id = ${id}`.execute(
    db,
  );
}

async function addRefusals({ db, now }: Context, counted: readonly (readonly [string, number])[]): Promise<void> {
  await sql`insert into embed_use (link_id, day, refused)
    select l.id, ${toDay(now)}::date, n.refused from embed_links l
    join unnest(${counted.map(([id]) => id)}::text[], ${counted.map(([, n]) => n)}::int[]) n(tookan_id, refused)
      on n.tookan_id = l.tookan_id
    where l.state <> 'revoked'
    on conflict (link_id, day) do update set refused = embed_use.refused + excluded.refused`.execute(db);
}

/** So many wrong passcodes are no slip of a finger; after an hour without any, others begin anew. */
const burstGuesses = 10;
const burstMs = 3_600_000;

type Guessed = { label: string; tenant_id: string; before: number; after: number };

/** Counts wrong passcodes of a link, and tells its people once for each burst of them. */
async function addGuesses(context: Context, link: string, times: number): Promise<void> {
  const { db, now } = context;
  await sql`insert into embed_use (link_id, day, refused) values (${link}, ${toDay(now)}::date, ${times})
    on conflict (link_id, day) do update set refused = embed_use.refused + excluded.refused`.execute(db);
  const { rows } = await sql<Guessed>`with burst as (
      select id, case when passcode_refused_at > ${new Date(now.getTime() - burstMs)} then passcode_refusals else 0 end as n
      from embed_links where id = ${link} for update
    )
    update embed_links l set passcode_refusals = b.n + ${times}, passcode_refused_at = ${now}
    from burst b where l.id = b.id
    returning l.label, l.tenant_id, b.n as before, l.passcode_refusals as after`.execute(db);
  const [guessed] = rows;
  if (guessed && guessed.before < burstGuesses && guessed.after >= burstGuesses)
    await tellGuesses(context, link, guessed);
}

async function tellGuesses(context: Context, link: string, { label, tenant_id, after }: Guessed): Promise<void> {
  await recordAudit(context, {
    act: "links.passcodes_tried",
    subject: `links/${link}`,
    details: { title: label, wrong: after },
    tenant: tenant_id,
  });
  await publishEvent(context, { type: "entity.changed", data: { entity: "links", id: link } });
  const words: Omit<Notice, "to" | "kind"> = {
    subject: `Someone is guessing passcodes of the public link "${label}"`,
    about: `links/${link} passcodes`,
    text: [
      `${after} wrong passcodes were entered at the public link "${label}". Someone may be guessing.`,
      "",
      "Each wrong passcode lengthens the wait. Visitors who know the passcode still get in.",
      "Platform admins can set a longer passcode, or revoke the link, under Public links.",
    ].join("\n"),
  };
  await notify(context, { ...words, kind: passcodesTried, to: { tenant: tenant_id, permission: "users.manage" } });
  await notify(context, { ...words, kind: linkAlarm, to: { platformAdmins: true }, link: `/admin/links?row=${link}` });
}

type Suspect = { id: string; label: string; client: string; tenant_id: string; places: number; refused: number };

/** Tells platform admins, once a day for each link, that it may have leaked or that keys are tried out. */
async function warn(context: Context, only: string | null = null): Promise<void> {
  const { db, now } = context;
  const { manyPlaces, badKeys } = await readSettings(context, embedSettings, ["manyPlaces", "badKeys"]);
  const { rows } = await sql<Suspect>`with suspect as (
      select l.id, u.refused, (select count(*) from embed_visitors v where v.link_id = l.id and v.day = u.day) as places
      from embed_use u join embed_links l on l.id = u.link_id
      where u.day = ${toDay(now)}::date and l.state = 'active' and l.alarmed_on is distinct from u.day
        and (${only}::text is null or l.id = ${only})
    )
    update embed_links l set alarmed_on = ${toDay(now)}::date from suspect s, embed_clients c
    where s.id = l.id and c.tookan_id = l.tookan_id and l.kind in ('key', 'signed')
      and (s.places >= ${manyPlaces} or s.refused >= ${badKeys})
    returning l.id, l.label, c.name as client, l.tenant_id, s.places, s.refused`.execute(db);
  for (const link of rows) await tell(context, { ...link, places: Number(link.places) }, manyPlaces);
}

async function tell(context: Context, link: Suspect, manyPlaces: number): Promise<void> {
  const { id, label, client, tenant_id: tenant, places, refused } = link;
  const what =
    places >= manyPlaces
      ? `It was opened from ${places} places today: it may have been shared.`
      : `Visitors were refused at its address ${refused} times today: someone may be guessing keys.`;
  await recordAudit(context, {
    act: "links.alarm",
    subject: `links/${id}`,
    details: { title: label, places, refused },
    tenant,
  });
  await publishEvent(context, { type: "entity.changed", data: { entity: "links", id } });
  await notify(context, {
    kind: linkAlarm,
    to: { platformAdmins: true },
    subject: `Check the public link "${label}" of ${client}`,
    about: `links/${id}`,
    link: `/admin/links?row=${id}`,
    text: `The public link "${label}" of ${client} (tenant ${tenant}) needs a look.\n\n${what}\n\nRotate or revoke it under Public links if that is not expected.`,
  });
}

function toDay(now: Date): string {
  return now.toISOString().slice(0, 10);
}

/** What is kept of the use of links only for a while. */
export const embedRetentionRules: readonly RetentionRule[] = [
  { days: "linkUse", hasTenantRows: false, remove: removeOldUse },
];

async function removeOldUse({ db }: Context, before: Date): Promise<void> {
  await sql`delete from embed_visitors where day < ${toDay(before)}::date`.execute(db);
  await sql`delete from embed_use where day < ${toDay(before)}::date`.execute(db);
}
