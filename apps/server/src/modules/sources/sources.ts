import type { ConnectionKind, SourceMapping, TargetField } from "@console/contracts";
import type { Connector, Pace, SourceBatch, SourceInput, TestOutcome } from "../../connectors/connector.ts";
import type { FileReading } from "../../connectors/reading/read-sent-file.ts";
import type { Context } from "../../platform/context.ts";
import type { LongWork } from "../../platform/jobs/define-job.ts";
import type { Outbound } from "../../platform/outbound/outbound-request.ts";
import type { TenantSlots } from "../../platform/tenant-slots.ts";
import type { Connection } from "./connections/connection-store.ts";
import type { RowCounts, Run } from "./connections/run-store.ts";
import type { FieldChange, ValueChange } from "./mapping/compare-mappings.ts";

/** A piece of a run. What else belongs to it happens in the same transaction as its facts are taken in. */
export type RunStep = SourceBatch & {
  /** Before: what is taken in depends on what we have by then. */
  refine?: (context: Context) => Promise<Partial<SourceBatch> & Pick<RunStep, "counts">>;
  /** How columns are written as was found out: later runs read them alike. */
  columnStyles?: NonNullable<SourceMapping["columnStyles"]>;
  /** Which of the files of a load its rows came from. */
  file?: number;
  /** What became of the rows, where that is known without taking facts in. */
  counts?: RowCounts;
  /** After. */
  store?: (context: Context) => Promise<void>;
  /** Where the next run goes on, null for the beginning; left out, that stays as it is. */
  resumeAt?: SourceBatch["cursor"] | null;
};

/** What reading a connection needs to know. */
export type RunScope = { connection: Connection; run: Run; input: SourceInput; inTenant: LongWork["inTenant"] };

/** How connections of one kind are read. */
export type Reader = {
  read: (scope: RunScope) => AsyncGenerator<RunStep, void>;
  /** Asks the source whether it may be read, and says so; a SourceProblem says why not. */
  test: (input: SourceInput) => Promise<TestOutcome>;
  /** The tables that a run to its end makes fresh. */
  listFacts: (connection: Connection) => readonly string[];
  /** The next run goes on where this one ended, instead of beginning afresh. */
  carriesOn?: true;
};

/** Connections of these kinds are accounts: another module reads them, and says what their mappings mean. */
export type AccountKind = Exclude<ConnectionKind, "rest" | "sql" | "file">;

/** How the accounts of one kind are read and mapped. */
export type AccountReader = Reader & {
  /** The table that its rows fill. */
  fact: string;
  /** What differs between two mappings of an account. */
  compareMappings: (
    fields: readonly TargetField[],
    before: unknown,
    after: unknown,
  ) => { values: ValueChange[]; fields: FieldChange[] };
  /** A field that shares its names with another: a name is told for it only where rows say it. */
  ambiguousField: string;
};

/** Who reads accounts, by their kinds. */
export type AccountReaders = Readonly<Record<AccountKind, AccountReader>>;

/** What became of entries of the ledger that postings belong to. */
export type BookOutcome = {
  /** Entries that cannot be posted, by their keys, with the reason. */
  waiting: ReadonlyMap<string, string>;
  /** The keys of postings whose entries are in the book. */
  taken: readonly string[];
};

/** The book of a tenant, which follows the postings that sources bring. */
export type Book = {
  follow: (
    context: Context,
    /** Entries that come again are tried again; a source with one side brings lists that balance nothing themselves. */
    postings: { source: string; entryKeys: readonly string[]; hasOneSide: boolean },
  ) => Promise<BookOutcome>;
};

/** What the module needs from outside: the way to other systems, and how each kind of them is read. */
export type Sources = {
  outbound: Outbound;
  /** Hosts in our own network that may be asked all the same. */
  innerHosts: readonly string[];
  pace?: Pace;
  readers: Readonly<Record<ConnectionKind, Reader>>;
  /** What reads the kinds that are accounts. */
  accounts: AccountReaders;
  /** What reads the kinds whose rows are mapped by columns. */
  connectors: Readonly<Record<"rest" | "sql", Connector>>;
  book: Book;
  /** What reads files and queries while someone waits for it. */
  fileReading: FileReading;
  /** How many runs go on at once, in all and for one tenant. */
  runSlots: TenantSlots;
  close(): void;
};
