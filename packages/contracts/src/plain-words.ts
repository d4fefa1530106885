import type { z } from "zod";

const kinds: Record<string, string> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

/** What is wrong with an input, for people: used wherever a schema has no words of its own. */
export const inPlainWords: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined
        ? "This field is missing."
        : `This must be ${kinds[issue.expected] ?? issue.expected}.`;
    case "too_small":
      return `This must be at least ${issue.minimum}${findUnit(issue.origin)}.`;
    case "too_big":
      return `This must be at most ${issue.maximum}${findUnit(issue.origin)}.`;
    case "invalid_value":
      return issue.input === undefined ? "This field is missing." : `Use one of: ${issue.values.join(", ")}.`;
    default:
      return "This value is not valid here.";
  }
};

function findUnit(origin: string): string {
  if (origin === "string") return " characters long";
  return origin === "array" ? " entries long" : "";
}
