import { expect, test } from "vitest";
import { hostileTexts } from "./hostile-texts-for-tests.ts";
import { type ReadText, readGrowing } from "./read-prose.ts";

const answer = [
  "# Failed deliveries\r\n",
  "Most failed in *Manama*.\nSo it was in May:\n\n",
  "| Driver | Failed |\n| --- | ---: |\n| Ali | 3 |\n| Huda | 2 |\n\n",
  "1. First\n\n   more of it\n2. Second\n   - inner\n\n\n3. Third\n\n",
  "```sql\nselect 1;\n\nselect 2;\n```\n",
  "    indented\n\nA title\n=======\n> quoted\nstill quoted\n\n---\n[a]: https://a.example\n<!-- hidden -->\n\nThe end.",
].join("");

test.each([answer, ...hostileTexts])("text %# has the blocks of the whole while it grows", (text) => {
  let read: ReadText | null = null;
  const step = Math.ceil(text.length / 500);
  for (let length = step; length < text.length + step; length += step) {
    read = readGrowing(text.slice(0, length), read);
    expect(read.sources).toEqual(readGrowing(text.slice(0, length), null).sources);
  }
});

test("blocks that can no longer change are kept as they are, and another text is read anew", () => {
  const read = readGrowing(answer, null);
  expect(read.closed).toBeGreaterThan(5);
  expect(readGrowing(`${answer} And more.`, read).sources[0]).toBe(read.sources[0]);
  expect(readGrowing("Something else", read).sources).toEqual(["Something else"]);
});
