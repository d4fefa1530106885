const mapping = "apps/server/src/modules/sources/mapping";
const imports = "apps/server/src/modules/sources/imports";

/** What columns say of lines beside their amounts: that they were cancelled, and on which side a posting is. */
export const marks = [
  {
    name: "cancelled lines count as sales without a question",
    file: `${mapping}/return-questions.ts`,
    find: "...listUndoneQuestions(mapping, columns, returns), ",
    replace: "",
    tests: [`${mapping}/return-questions.test.ts`],
  },
  {
    name: "days of a cancellation are not asked for",
    file: `${mapping}/return-questions.ts`,
    find: ", ...listUndoneDays(mapping, columns)];",
    replace: "];",
    tests: [`${mapping}/return-questions.test.ts`],
  },
  {
    name: "a cancelled line without a key leaves its sale",
    file: `${imports}/withdraw-lines.ts`,
    find: "keys.slice(0, count)",
    replace: "keys.slice(0, 0)",
    tests: [`${imports}/return-marks.test.ts`],
  },
  {
    name: "credits with a side of their own are stored as debits",
    file: `${mapping}/doubtful-amounts.ts`,
    find: "if (sides) return { [amountField]: sides };",
    replace: "",
    tests: [`${mapping}/public-data-sets.test.ts`],
  },
];
