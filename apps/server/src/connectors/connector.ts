import type { DuplicateRule } from "@console/contracts";
import type { Outbound } from "../platform/outbound/outbound-request.ts";

/**
 * Why an outside system could not be read: `config` needs attention to change something, `passing` is tried again, and
 * `limit`, more time or memory than a reading may take, is tried a few times.
 */
export type SourceProblemKind = "config" | "passing" | "limit";

/** What went wrong with an outside system, in words that a person can act on. */
export class SourceProblem extends Error {
  readonly kind: SourceProblemKind;

  constructor(kind: SourceProblemKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

/** A row as the source gave it, already in the fields of one of our tables. Fields that are empty are left out. */
export type SourceRecord = Readonly<Record<string, unknown>>;

/** A row that could not be turned into a record. */
export type UnreadableRow = {
  fact: string;
  /** Where it stands, in words: a line of a file, or the source's own key. */
  place: string;
  field: string;
  reason: string;
  /** As it came. */
  row: Readonly<Record<string, unknown>>;
  /** Its key, where that can be read, and which of the rows of the piece it is. */
  key?: string;
  order?: number;
  /** Someone has said that such rows do not count. */
  isLeftOut?: boolean;
} & DayShare;

/** The day on which a row counts in its table and what it is worth there, where days are compared and it can be told. */
export type DayShare = { day?: string | null; amount?: number };

/** Records of one table, with the rows that they were made of, so that a rejected one can be shown as it came. */
export type FactBatch = {
  fact: string;
  records: readonly SourceRecord[];
  rows: readonly ({ place: string; row: Readonly<Record<string, unknown>>; order?: number } & DayShare)[];
  /** What records of one run that share a key become; left out, the source never gives a key twice. */
  duplicates?: DuplicateRule;
  /** Keys of rows that are no more. */
  deletions?: readonly string[];
  /** The load that the records belong to, where a later run takes them in: undoing that load takes them back. */
  load?: string;
};

/** A value that was left out of a record: where it stands, what the source says, and what is wrong with it. */
export type NotePlace = { place: string; value: string; reason: string };

/** Values that were left out of some records: what is wrong with them, and where the first of them stand. */
export type ValueNote = { field: string; message: string; rows: number; place: string; places: readonly NotePlace[] };

/** A piece of a source, and where the next one begins once this is stored. */
export type SourceBatch = {
  facts: readonly FactBatch[];
  unreadable: readonly UnreadableRow[];
  /** Values that the mapping does not know, with how often they came. */
  unmapped: readonly { field: string; value: string; seen: number }[];
  /** Values that were left out of records, by what is wrong with them. */
  notes?: readonly ValueNote[];
  /** How many rows of the source this piece is made of. */
  read: number;
  /** Rejected rows before this one are closed where a record here has their key; left out, all of them. */
  closesBefore?: string;
  /** Rows that the whole reading will have; null where that is not known. */
  total: number | null;
  /** What is being done, in words. */
  note: string;
  cursor: Readonly<Record<string, unknown>>;
};

/** What a connector is given: how far it got before, and the one door to the outside. */
export type SourceInput = {
  settings: Readonly<Record<string, unknown>>;
  secret: string | null;
  mapping: Readonly<Record<string, unknown>>;
  /** Null at the beginning. */
  cursor: Readonly<Record<string, unknown>> | null;
  /** Only rows of these days are wanted, and which of the source's columns hold a row's day: the first that is filled. */
  range?: { from: string; to: string; columns: readonly string[] };
  /** Where days and times without a zone belong. */
  timeZone: string;
  /** What amounts without a currency of their own are in. */
  currency: string;
  now: Date;
  outbound: Outbound;
  /** Hosts in our own network that may be asked all the same. */
  innerHosts: readonly string[];
  signal: AbortSignal;
  /** How pauses are made; the real clock's when left out. */
  pace?: Pace;
};

/** A clock that can be waited by. */
export type Pace = {
  now(): number;
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
};

/** Rows as a source gives them, by the names of its own columns, before they are mapped. */
export type RawBatch = {
  rows: readonly RawRow[];
  /** Columns whose values are texts at the source: what looks like a number there may be written in any way. */
  texts: readonly string[];
  total: number | null;
  note: string;
  cursor: Readonly<Record<string, unknown>>;
};

/** A row of a source: its values by column, nested ones by their JSON pointer, and where it stands in words. */
export type RawRow = {
  place: string;
  values: Readonly<Record<string, string>>;
  /** Columns whose value is a text that may be a number written in two ways; left out where the source has only texts. */
  texts?: readonly string[];
};

/** That a source may be read, in words, and what someone should change all the same. */
export type TestOutcome = { message: string; warning: string | null };

/** Reads one kind of outside system, piece by piece. It knows nothing of our tables. */
export type Connector = {
  /** Asks the source whether it may be read, and says so; a SourceProblem says why not. */
  test(input: SourceInput): Promise<TestOutcome>;
  read(input: SourceInput): AsyncGenerator<RawBatch, void>;
};
