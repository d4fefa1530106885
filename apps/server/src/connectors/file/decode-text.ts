import type { FileEncoding } from "@console/contracts";

/** How the characters of a file are written. */
export type Encoding = FileEncoding | "utf-16le" | "utf-16be";

/** What Windows-1252 has where ISO 8859-1 has controls. */
const upperControls = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

const beyondAscii = /[\x80-\xff]/;

/** Makes text of characters that stand for one byte each; null where those bytes are none in this encoding. */
export type Decode = (bytes: string) => string | null;

/** Half a character, which no database stores, is shown as one that is not known. */
export function wholeCharacters(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\ufffd");
}

/** Text of two bytes a character is text already. */
export function createDecoder(encoding: Encoding): Decode {
  switch (encoding) {
    case "utf-16le":
    case "utf-16be":
      return wholeCharacters;
    case "windows-1252":
      return (text) =>
        text.replace(/[\x80-\x9f]/g, (character) => upperControls[character.charCodeAt(0) - 0x80] ?? character);
    default: {
      const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
      return (text) => {
        if (!beyondAscii.test(text)) return text;
        try {
          return decoder.decode(Buffer.from(text, "latin1"));
        } catch {
          return null;
        }
      };
    }
  }
}
