/** More digits than a number can hold exactly. */
const tooLong = /\d{16}/;
/** A text, or a number as a whole. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|-?(\d+)(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** JSON as values; whole numbers that are too long to be exact, such as ids, are kept as texts. */
export function parseJson(text: string): unknown {
  if (!tooLong.test(text)) return JSON.parse(text);
  // What is no JSON is told as it came.
  JSON.parse(text);
  return JSON.parse(
    text.replace(tokens, (token, digits: string | undefined) =>
      digits === undefined || digits.length < 16 ? token : `"${token}"`,
    ),
  );
}
