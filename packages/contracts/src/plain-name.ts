/** Characters that end a line, steer a screen or turn the direction of writing. */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u;
const address = /:\/\/|www\.|[/\\<>@]/i;
/** Dots that browsers take for one in the name of a host, and those that look like one. */
const dot = "[.\\u3002\\uff0e\\uff61\\u2024]";
/**
 * A dot without a space between words is read as an address by many mail programs. Initials before a name stay: an
 * address is not written with a capital after its dot.
 */
const domain = new RegExp(`[\\p{L}\\p{N}-]{2,}${dot}\\p{L}{2,}|[\\p{L}\\p{N}]${dot}\\p{Ll}{2,}|\\d${dot}\\d`, "u");

/** What is wrong with the name of an organisation, which stands in mails to others; null when it is right. */
export function organisationNameProblem(text: string): string | null {
  if (unseen.test(text)) return "Use one line of plain text.";
  return address.test(text) ? "Enter a name without a link or an address." : null;
}

/** The same for the name of a person, which is no domain either. */
export function personNameProblem(text: string): string | null {
  const problem = organisationNameProblem(text);
  if (problem !== null) return problem;
  return domain.test(text) ? "Enter a name without a link; put a space after a dot." : null;
}
