/** What computed columns can be made with, for whoever writes an expression. */
export const expressionOperators = [
  { usage: "[Unit price] * [Quantity]", words: "A product; + and - are the sum and the difference." },
  { usage: '[First name] & " " & [Last name]', words: "Texts one after the other; empty where one of them is empty." },
  { usage: '[Status] = "open"', words: "A test: =, <> (is not), <, >, <= and >=." },
] as const;

/** The functions of expressions; a server knows each of them, and no other. */
export const expressionFunctions = [
  {
    name: "join",
    usage: 'join(" ", [First name], [Last name])',
    words: "Texts with a text between them; empty ones are left out.",
  },
  { name: "split", usage: 'split([Code], "-", 2)', words: "One part of a text; the first part is 1." },
  {
    name: "replace",
    usage: 'replace([Text], "old", "new")',
    words: "The text with each old part replaced by the new one.",
  },
  { name: "trim", usage: "trim([Text])", words: "The text without spaces around it." },
  { name: "lower", usage: "lower([Text])", words: "The text in small letters." },
  { name: "upper", usage: "upper([Text])", words: "The text in capital letters." },
  {
    name: "lookup",
    usage: 'lookup([Code], "A", "Alpha", "B", "Beta", "Other")',
    words: "The match for a value in the list; the last one is for everything else.",
  },
  { name: "if", usage: 'if([Quantity] < 0, "Return", "Sale")', words: "One of two values, by a test." },
  { name: "startsWith", usage: 'startsWith([Invoice], "C")', words: "A test: whether the text begins so." },
  { name: "isEmpty", usage: "isEmpty([Customer])", words: "A test: whether there is no value." },
  { name: "and", usage: 'and([A] = "x", [B] > 0)', words: "A test: whether all of these are so." },
  { name: "or", usage: 'or([A] = "x", [A] = "y")', words: "A test: whether one of these is so." },
  { name: "not", usage: 'not(startsWith([Invoice], "C"))', words: "A test: whether it is not so." },
  { name: "abs", usage: "abs([Quantity])", words: "The number without a minus." },
  {
    name: "round",
    usage: "round([Price], 2)",
    words: "The number rounded to so many decimals; halves round away from zero.",
  },
  { name: "number", usage: 'number(split([Size], "x", 1))', words: "The number in a text." },
  { name: "addMinutes", usage: "addMinutes([Ordered], [Minutes])", words: "A date and time, so many minutes later." },
  { name: "date", usage: "date([Ordered])", words: "The day, without a time." },
  { name: "dateTime", usage: "dateTime([Ordered])", words: "The date and time." },
] as const;

export type ExpressionFunction = (typeof expressionFunctions)[number]["name"];
