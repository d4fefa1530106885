import ts from "typescript";
import { listStrings, mayBeSeen } from "../strings/list-strings.mjs";

/** Phrases that no product says, each with what it says instead. */
const phrases = {
  "how do they stand": "how are they doing",
  "people at most": "User limit",
  "make tenant": "Create tenant",
  "it stands in addresses": "Used in URLs",
  "plays a stranger": "Simulates an outsider",
  "bare address": "Open, no key",
  "pages that may frame it": "Allowed embed domains",
  "the list is whole": "Full snapshot",
  "before the secret": "Token prefix",
  "kept sealed": "encrypted",
  "none chosen": "None selected",
  "take mapping back": "Remove mapping",
  "with an old place": "with a stale location",
  "is held against": "is compared with",
  "without a grace": "No grace period",
  "half by": "Median",
  "9 of 10": "90th percentile",
  "what lies where": "Stock by location",
  "what may be thrown away": "Due for disposal",
  "which wait grows": "Which delay is growing?",
  "on a light ground": "(light theme)",
  "on a dark ground": "(dark theme)",
  "is not right": "is incorrect",
  "e-mail": "email",
  "those who run the platform": "platform admins",
  somebody: "someone",
  anybody: "anyone",
  everybody: "everyone",
  "this mail": "this email",
  "could not be made": "could not be created",
};

/** Labels that are too general alone; inside a sentence they are words like any other. */
const labels = {
  "needs a sign": "Require a symbol",
  "its rows are": "Data type",
  kind: "Type",
  "take it": "Assign to me",
  alike: "Similar requests",
  "way in": "Access",
  "to here": "Cumulative",
};

/** What people read is what a good product would say. */
export const plainWords = {
  name: "say-it-plainly",
  appliesTo: mayBeSeen,
  visit(node, report) {
    if (!ts.isSourceFile(node)) return;
    const starts = node.getLineStarts();
    for (const { line, text } of listStrings(node.fileName, node.text)) {
      const words = text.toLowerCase();
      const better = labels[words] ?? Object.entries(phrases).find(([phrase]) => words.includes(phrase))?.[1];
      if (better) report(starts[line - 1], `"${text}" is said as "${better}"`);
    }
  },
};
