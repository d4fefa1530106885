/** Someone to be invited, as they were pasted. */
export type Addressee = { email: string; name: string };

/** `Name <mail>`, with or without quotes, or anything else that stands alone. */
const piece = /(?:"([^"]*)"|([^<>,;\n"]*))\s*<([^<>]*)>|[^\s,;<>"]+/g;

/** Reads addresses with commas, semicolons, spaces or lines between them; what is no address is kept for the check. */
export function readAddresses(text: string): Addressee[] {
  return [...text.matchAll(piece)].flatMap(([whole, quoted, plain, email]) => {
    if (email === undefined) return [{ email: whole, name: "" }];
    // Addresses without a name may stand before one that has one.
    const words = (quoted ?? plain ?? "").trim().split(/\s+/).filter(Boolean);
    const last = words.findLastIndex((word) => word.includes("@"));
    const before = words.slice(0, last + 1).map((word) => ({ email: word, name: "" }));
    return [...before, { email: email.trim(), name: words.slice(last + 1).join(" ") }];
  });
}
