import { sql } from "kysely";
import type { TenantScope } from "../../../platform/db/database.ts";
import { accountTypes } from "../model/dimensions.ts";
import { isMember } from "./fact-table.ts";
import { bookSource, ledgerPostings } from "./fact-tables.ts";
import type { NamedMember } from "./read-records.ts";

type Scope = Pick<TenantScope, "db" | "tenantId">;

/** An entry of a source: its postings share the key. */
export type SourceEntry = { source: string; entryKey: string };

/** A posting as it is stored, with its members as a record names them. */
export type StoredPosting = SourceEntry & {
  sourceKey: string;
  day: string;
  account: NamedMember;
  accountType: (typeof accountTypes)[number];
  amountMinor: number;
  currency: string;
  dueDay: string | null;
  text: string | null;
  orderReference: string | null;
  /** What the posting says beside that, by the fields of a record. */
  attributes: Readonly<Record<string, NamedMember>>;
};

const memberColumns = Object.entries(ledgerPostings.columns).flatMap(([name, column]) =>
  isMember(column) ? [{ name, dimension: column.type.member }] : [],
);

/** The entries of sources whose postings have changed since this was asked last. */
export async function takeChangedEntries({ db, tenantId }: Scope): Promise<SourceEntry[]> {
  const { rows } = await sql<SourceEntry>`delete from posting_changes where tenant_id = ${tenantId}
    returning source, entry_key as "entryKey"`.execute(db);
  return rows;
}

/** The postings of entries, in the order of their keys. */
export async function selectPostings(
  { db, tenantId }: Scope,
  entries: readonly SourceEntry[],
): Promise<StoredPosting[]> {
  if (entries.length === 0) return [];
  const member = (name: string, dimension: string) => sql`(select jsonb_build_object('key', m.key, 'name', m.name)
    from members m where m.tenant_id = ${tenantId} and m.dimension = ${dimension} and m.id = ${sql.ref(`p.${name}_id`)})`;
  const members = memberColumns.flatMap(({ name, dimension }) => [sql`${name}::text`, member(name, dimension)]);
  const { rows } = await sql<Omit<StoredPosting, "account" | "accountType"> & { type: number }>`
    select p.source, p.entry_key as "entryKey", p.source_key as "sourceKey", p.day::text as day, p.account_type as type,
      p.amount_minor as "amountMinor", p.currency, p.due_day::text as "dueDay", p.text, p.order_reference as "orderReference",
      jsonb_strip_nulls(jsonb_build_object(${sql.join(members)})) as attributes
    from unnest(${entries.map(({ source }) => source)}::text[], ${entries.map(({ entryKey }) => entryKey)}::text[])
      as asked (source, entry_key)
    join ledger_postings p on p.tenant_id = ${tenantId} and p.source = asked.source and p.entry_key = asked.entry_key
    order by p.source, p.entry_key, p.source_key`.execute(db);
  return rows.map(({ type, attributes: { account, ...attributes }, ...row }) => {
    const accountType = accountTypes[type - 1];
    if (!account || !accountType) throw new Error(`Posting ${row.sourceKey} has no account.`);
    return { ...row, account, accountType, attributes };
  });
}

/** The load that all postings of an entry have come with; none where there were several, or it is not known. */
export async function selectEntryLoads(
  { db, tenantId }: Scope,
  entries: readonly SourceEntry[],
): Promise<(SourceEntry & { load: string })[]> {
  if (entries.length === 0) return [];
  const { rows } = await sql<SourceEntry & { load: string }>`
    select p.source, p.entry_key as "entryKey", min(p.loaded_by::text) as load
    from unnest(${entries.map(({ source }) => source)}::text[], ${entries.map(({ entryKey }) => entryKey)}::text[])
      as asked (source, entry_key)
    join ledger_postings p on p.tenant_id = ${tenantId} and p.source = asked.source and p.entry_key = asked.entry_key
    group by 1, 2 having count(*) = count(p.loaded_by) and count(distinct p.loaded_by) = 1`.execute(db);
  return rows;
}

/** Entries with more postings than someone would look at, with one of their days; they are not read as a whole. */
export async function selectOversized(
  { db, tenantId }: Scope,
  entries: readonly SourceEntry[],
  most: number,
): Promise<(SourceEntry & { day: string })[]> {
  if (entries.length === 0) return [];
  const { rows } = await sql<SourceEntry & { day: string }>`
    select asked.source, asked.entry_key as "entryKey", beyond.day::text as day
    from unnest(${entries.map(({ source }) => source)}::text[], ${entries.map(({ entryKey }) => entryKey)}::text[])
      as asked (source, entry_key)
    cross join lateral (
      select day from ledger_postings p where p.tenant_id = ${tenantId} and p.source = asked.source
        and p.entry_key = asked.entry_key offset ${most} limit 1
    ) beyond`.execute(db);
  return rows;
}

/** Lets the book tell of entries from now on: what the source says of them counts no more by itself. */
export async function mirrorPostings({ db, tenantId }: Scope, entries: readonly SourceEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await sql`update ledger_postings p set is_mirror = true
    from unnest(${entries.map(({ source }) => source)}::text[], ${entries.map(({ entryKey }) => entryKey)}::text[])
      as asked (source, entry_key)
    where p.tenant_id = ${tenantId} and p.source = asked.source and p.entry_key = asked.entry_key
      and not p.is_mirror`.execute(db);
}

/** Entries that sources have brought and that the book does not follow yet, from a place on. */
export async function selectUnmirrored(
  { db, tenantId }: Scope,
  { after, limit }: { after: SourceEntry | null; limit: number },
): Promise<SourceEntry[]> {
  const { rows } = await sql<SourceEntry>`select distinct source, entry_key as "entryKey" from ledger_postings
    where tenant_id = ${tenantId} and not is_mirror and source <> ${bookSource}
      and (source, entry_key) > (${after?.source ?? ""}, ${after?.entryKey ?? ""})
    order by 1, 2 limit ${limit}`.execute(db);
  return rows;
}

/** The members that have names, by the name: what people write means a member that sources know by a key. */
export async function findMembersByName(
  { db, tenantId }: Scope,
  dimension: string,
  names: readonly string[],
): Promise<Map<string, NamedMember>> {
  if (names.length === 0) return new Map();
  const { rows } = await sql<NamedMember>`select key, name from members where tenant_id = ${tenantId}
    and dimension = ${dimension} and name = any(${[...new Set(names)]}::text[])`.execute(db);
  return new Map(rows.map((row) => [row.name, row]));
}
