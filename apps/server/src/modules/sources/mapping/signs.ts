import type { SignChoice, SignRule, SourceMapping } from "@console/contracts";
import type { ColumnProfile } from "../../../connectors/cells/column-profile.ts";
import { findChoice } from "./choice-words.ts";
import { countReturns } from "./flag-words.ts";

/** How the rows of a table that go back or out are written, and what they become. */
type Signs = {
  title: string;
  rules: SignChoice["rules"];
  /** The fields whose columns tell which rule is meant. */
  amounts: readonly string[];
  /** Brings a record into the form that is stored; gives what contradicts the rule. */
  apply: (record: Record<string, unknown>, rule: SignRule | undefined) => SignProblem | null;
  /** The rule that the columns tell; null where only a person can know it. */
  find: (columns: {
    hasNegatives: boolean;
    isMarked: boolean;
    isSameCount: boolean;
    types: readonly string[];
  }) => SignRule | null;
};

type SignProblem = { field: string; message: string };

const lineAmounts = ["gross_minor", "quantity_milli", "discount_minor", "cost_minor"];

/** Sale lines are stored above zero, with a mark on those that take goods back. */
const saleSigns: Signs = {
  title: "Lines below zero",
  rules: [
    { rule: "negative", label: "Returns", help: "-12.50 is stored as a return of 12.50." },
    {
      rule: "positive",
      label: "Corrections",
      help: "-12.50 lowers sales and is no return. Returns are marked, with amounts above zero.",
    },
  ],
  amounts: ["gross_minor", "quantity_milli"],
  apply(record, rule) {
    const isMarked = record.is_return === true;
    const isNegative = isBelowZero(record.gross_minor) || isBelowZero(record.quantity_milli);
    if (rule === "positive" && isMarked && isNegative) {
      return {
        field: "is_return",
        message: "The line is marked as a return and is below zero. In this mapping, lines below zero are corrections.",
      };
    }
    if (rule === "negative" && isMarked && !isNegative && record.gross_minor !== 0) {
      return {
        field: "is_return",
        message: "The line is marked as a return and is above zero. In this mapping, returns are below zero.",
      };
    }
    // What is marked and below zero would otherwise be taken off twice.
    if (isNegative && (isMarked || rule === "negative")) {
      record.is_return = true;
      for (const name of lineAmounts) if (isBelowZero(record[name])) record[name] = -Number(record[name]);
    }
    return null;
  },
  // Where nothing marks a return, its sign does; where both do, either may be meant, unless they are as many.
  find: ({ hasNegatives, isMarked, isSameCount }) => {
    if (!isMarked || (hasNegatives && isSameCount)) return "negative";
    return hasNegatives ? null : "positive";
  },
};

/** Movements are stored with a sign: what comes is above zero, what goes is below. */
const movementSigns: Signs = {
  title: "Quantities",
  rules: [
    { rule: "negative", label: "With a sign", help: "Outgoing is below zero, incoming is above." },
    {
      rule: "positive",
      label: "Without a sign",
      help: "The type says the direction: an issue of 12 takes 12 out. Transfers and adjustments need a sign.",
    },
  ],
  amounts: ["quantity_milli"],
  apply(record, rule) {
    if (rule === "positive") {
      if (isBelowZero(record.quantity_milli)) {
        return {
          field: "quantity_milli",
          message: "Quantity is below zero. In this mapping, quantities have no sign.",
        };
      }
      if (record.movement_type === "Transfer" || record.movement_type === "Adjustment") {
        const type = record.movement_type.toLowerCase();
        return { field: "quantity_milli", message: `The quantity of a ${type} needs a sign: it can go either way.` };
      }
      if (record.movement_type === "Issue") record.quantity_milli = -Number(record.quantity_milli);
    }
    // A source that writes quantities with a sign often writes their value without one.
    if (rule !== undefined && isBelowZero(record.quantity_milli) !== isBelowZero(record.value_minor)) {
      const isKnown = typeof record.value_minor === "number" && record.quantity_milli !== 0;
      if (isKnown && record.value_minor !== 0) record.value_minor = -Number(record.value_minor);
    }
    return null;
  },
  find: ({ hasNegatives, types }) => (!hasNegatives && types.includes("Issue") ? "positive" : "negative"),
};

const signsByFact: Readonly<Record<string, Signs>> = { sale_lines: saleSigns, stock_movements: movementSigns };

function isBelowZero(amount: unknown): boolean {
  return typeof amount === "number" && amount < 0;
}

/** Brings the amounts of a record to the signs that are stored; gives what contradicts the mapping's rule. */
export function applySigns(record: Record<string, unknown>, { fact, signs }: SourceMapping): SignProblem | null {
  return signsByFact[fact]?.apply(record, signs) ?? null;
}

/** Brings the discount of a line to the side on which it is money off; tells whether it was written below zero. */
export function takeMoneyOff(record: Record<string, unknown>): boolean {
  // A line below zero that is no return takes its discount back with it.
  if (!isBelowZero(record.discount_minor) || isBelowZero(record.gross_minor)) return false;
  record.discount_minor = -Number(record.discount_minor);
  return true;
}

/** What can be chosen for the signs of a table, with what its columns tell; null where nothing is to be chosen. */
export function describeSigns(mapping: SourceMapping, profiles: readonly ColumnProfile[]): SignChoice | null {
  const signs = signsByFact[mapping.fact];
  if (!signs) return null;
  const columnFor = (field: string) => profiles.find(({ name }) => name === mapping.fields[field]?.from);
  const negatives = signs.amounts.flatMap((field) => {
    const column = columnFor(field);
    return column?.belowZero ? [{ column, ...column.belowZero }] : [];
  });
  const [most] = negatives.sort((a, b) => b.rows - a.rows);
  const isMarked = mapping.fields.is_return?.from !== undefined;
  const isSameCount = isMarked && most?.rows === countReturns(mapping.fields.is_return ?? {}, profiles);
  const found = signs.find({
    hasNegatives: negatives.length > 0,
    isMarked,
    isSameCount,
    types: listTypes(mapping, columnFor("movement_type")),
  });
  if (!most && mapping.fact === "sale_lines" && mapping.signs === undefined) return null;
  const evidence = most
    ? `${most.rows.toLocaleString("en-US")} of ${most.column.filled.toLocaleString("en-US")} values of "${most.column.name}" are below zero, such as "${most.first.value}"${most.first.place ? ` (${most.first.place})` : ""}.${isSameCount ? " As many are marked as returns." : ""}`
    : "No value is below zero.";
  return { title: signs.title, rules: [...signs.rules], found, evidence };
}

/** The types of movements of a column that take something out, whatever it calls them. */
function listTypes({ fields }: SourceMapping, column: ColumnProfile | undefined): string[] {
  const { values = {}, constant } = fields.movement_type ?? {};
  const names = (column?.values ?? []).map(({ value }) => values[value] ?? value);
  return [...names, constant ?? ""].flatMap((name) => findChoice(["Issue"], name) ?? []);
}
