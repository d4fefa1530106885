import { sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import type { BookEntry, BookLine } from "../book/book-entry.ts";
import { markEntry, sealBook } from "../book/entry-mark.ts";

/** How a book stood when it was checked. */
export type BookStanding = { seq: number; mark: string };

export type BookVerdict = { entries: number; lines: number; problems: string[]; standing: BookStanding };

const pageRows = 1000;
/** More would only repeat what is known by then. */
const mostProblems = 20;

type StoredEntry = BookEntry & {
  tenant_id: string;
  seq: number;
  mark: string;
  is_exact: boolean;
  about_seq: number | null;
};
type StoredLine = BookLine & { entry_id: string; seq: number; posting_day: string; value_day: string };

/**
 * Walks a book from its first entry to its newest and names each that is not as it was written, each line that was
 * changed, removed or added, and each sum of a day that its lines do not give. With a standing that was kept outside the
 * database, what was there then must be there still.
 */
export async function verifyBook(context: Context, anchor: BookStanding | null = null): Promise<BookVerdict> {
  const problems: string[] = [];
  let [seq, mark, entries, lines] = [0, "", 0, 0];
  let isAnchorThere = anchor === null || anchor.seq === 0;
  while (problems.length < mostProblems) {
    const page = await readPage(context, seq);
    const linesByEntry = await readLines(context, page);
    for (const entry of page) {
      entries += 1;
      for (let missing = seq + 1; missing < entry.seq && problems.length < mostProblems; missing += 1) {
        problems.push(`Entry ${missing} was removed; the next one is ${nameEntry(entry)}.`);
      }
      const own = linesByEntry.get(entry.kind === "posting" ? (entry.about ?? "") : entry.id) ?? [];
      const counted = own.filter((line) => line.seq === entry.seq);
      lines += counted.length;
      // After a gap the chain goes on from the mark that is stored: only what is wrong itself is named.
      if (entry.seq === seq + 1) problems.push(...judgeEntry(context, mark, entry, counted));
      if (entry.seq === anchor?.seq && entry.mark === anchor.mark) isAnchorThere = true;
      [seq, mark] = [entry.seq, entry.mark];
    }
    if (page.length < pageRows) break;
  }
  problems.push(...(await judgeHead(context, { seq, mark, entries })));
  problems.push(...(await judgeLines(context)), ...(await judgeSums(context)));
  if (!isAnchorThere && anchor) {
    problems.push(
      seq === 0
        ? `The whole book is gone: the last seal knew ${anchor.seq} entries.`
        : `Entry ${anchor.seq} is not the one that the last seal knew: later ones were removed or written anew.`,
    );
  }
  return { entries, lines, problems: problems.slice(0, mostProblems), standing: { seq, mark } };
}

/** What is wrong with an entry and with its lines. */
function judgeEntry(
  { secrets }: Context,
  before: string,
  entry: StoredEntry,
  counted: readonly StoredLine[],
): string[] {
  // A posting says nothing of its lines: they are those that its pending entry has kept, which its own mark covers.
  const isPosting = entry.kind === "posting";
  const marked = isPosting ? [] : (entry.pending_lines ?? counted);
  if (!entry.is_exact || entry.mark !== markEntry(secrets, before, entry, marked)) {
    return [`Changed: ${nameEntry(entry)}, or its lines.`];
  }
  const isMisplaced = counted.some((line) => line.posting_day !== entry.posting_day);
  return isMisplaced ? [`Changed: the lines of ${nameEntry(entry)} lie on other days.`] : [];
}

function nameEntry({ seq, posting_day: day, text, kind, about_seq: about }: StoredEntry): string {
  if (kind === "posting" || kind === "void") return `entry ${seq} of ${day}, the ${kind} of entry ${about}`;
  return `entry ${seq} of ${day}, “${text.slice(0, 80)}”`;
}

async function readPage({ db, tenantId }: Context, after: number): Promise<StoredEntry[]> {
  const { rows } = await sql<StoredEntry>`
    select e.*, date_trunc('milliseconds', e.created_at) = e.created_at as is_exact, a.seq as about_seq
    from ledger_entries e left join ledger_entries a on a.tenant_id = e.tenant_id and a.id = e.about
    where e.tenant_id = ${tenantId} and e.seq > ${after} order by e.seq limit ${pageRows}`.execute(db);
  return rows;
}

async function readLines({ db, tenantId }: Context, page: readonly StoredEntry[]): Promise<Map<string, StoredLine[]>> {
  const ids = page.map((entry) => (entry.kind === "posting" ? (entry.about ?? entry.id) : entry.id));
  const rows = await db
    .selectFrom("ledger_lines")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where(sql<boolean>`entry_id = any(${ids}::uuid[])`)
    .execute();
  const byEntry = new Map<string, StoredLine[]>();
  for (const row of rows) {
    const own = byEntry.get(row.entry_id) ?? [];
    own.push(row);
    byEntry.set(row.entry_id, own);
  }
  return byEntry;
}

async function judgeHead(
  { db, tenantId, secrets }: Context,
  { seq, mark, entries }: BookStanding & { entries: number },
): Promise<string[]> {
  const head = await db
    .selectFrom("ledger_heads")
    .select(["seq", "mark", "seal"])
    .where("tenant_id", "=", tenantId)
    .executeTakeFirst();
  if (!head) return entries > 0 ? ["The note of the newest entry is gone."] : [];
  const problems: string[] = [];
  if (head.seq > seq) problems.push(`The newest entries are gone: the last one is ${seq}, it should be ${head.seq}.`);
  if (head.seq < seq) problems.push(`Slipped in: entries after ${head.seq}, which was the newest, up to ${seq}.`);
  if (head.seal !== sealBook(secrets, tenantId, head)) {
    problems.push(`The note of the newest entry was changed: it names ${head.seq}; later ones may be gone.`);
  } else if (head.seq === seq && head.mark !== mark) {
    problems.push(`The newest entry is not the one that was written as ${head.seq}.`);
  }
  return problems;
}

/** Lines that count although no entry says so, and pending entries whose posting lost or changed its lines. */
async function judgeLines({ db, tenantId }: Context): Promise<string[]> {
  const strange = await sql<{ number: number | null; seq: number; line: number }>`
    select e.seq as number, l.seq, l.line from ledger_lines l
    left join ledger_entries e on e.tenant_id = l.tenant_id and e.id = l.entry_id
    left join ledger_entries p on p.tenant_id = l.tenant_id and p.about = l.entry_id and p.kind = 'posting'
    where l.tenant_id = ${tenantId}
      and (e.id is null or l.seq <> case when e.is_pending then coalesce(p.seq, -1) else e.seq end
        or l.value_day <> e.value_day)
    order by l.seq, l.line limit ${mostProblems}`.execute(db);
  const posted = await sql<{ seq: number }>`
    select e.seq from ledger_entries e
    join ledger_entries p on p.tenant_id = e.tenant_id and p.about = e.id and p.kind = 'posting'
    where e.tenant_id = ${tenantId} and (
      exists (
        select l.line, l.account_id, l.currency, l.amount_minor, l.base_minor, l.due_day, l.customer, l.supplier,
          l.driver, l.branch, l.cost_center, l.text
        from jsonb_populate_recordset(null::ledger_lines, e.pending_lines) l
        except
        select l.line, l.account_id, l.currency, l.amount_minor, l.base_minor, l.due_day, l.customer, l.supplier,
          l.driver, l.branch, l.cost_center, l.text
        from ledger_lines l where l.tenant_id = e.tenant_id and l.entry_id = e.id
      ) or jsonb_array_length(e.pending_lines) <> (
        select count(*) from ledger_lines l where l.tenant_id = e.tenant_id and l.entry_id = e.id))
    order by e.seq limit ${mostProblems}`.execute(db);
  return [
    ...strange.rows.map(({ number, seq, line }) =>
      number === null
        ? `Line ${line} at ${seq} belongs to no entry.`
        : `Slipped in or changed: line ${line} of entry ${number}.`,
    ),
    ...posted.rows.map(({ seq }) => `Changed: the lines of entry ${seq}, which was posted later.`),
  ];
}

/** The sums of days must be those of their lines. */
async function judgeSums({ db, tenantId }: Context): Promise<string[]> {
  const { rows } = await sql<{ code: string | null; currency: string; day: string }>`
    select a.code, sums.currency, sums.day from (select account_id, currency, day, own.debit, own.credit, own.lines,
      kept.debit_minor, kept.credit_minor, kept.line_count from (
      select account_id, currency, posting_day as day, sum(greatest(amount_minor, 0)) as debit,
        sum(greatest(-amount_minor, 0)) as credit, count(*) as lines
      from ledger_lines where tenant_id = ${tenantId} group by 1, 2, 3
    ) own full join (
      select account_id, currency, day, debit_minor, credit_minor, line_count from ledger_day_sums
      where tenant_id = ${tenantId}
    ) kept using (account_id, currency, day)) sums
    left join ledger_accounts a on a.tenant_id = ${tenantId} and a.id = sums.account_id
    where (debit, credit, lines) is distinct from (debit_minor, credit_minor, line_count)
    order by sums.day, a.code limit ${mostProblems}`.execute(db);
  return rows.map(
    ({ code, currency, day }) => `The sum of ${day} of account ${code ?? "?"} in ${currency} is not that of its lines.`,
  );
}
