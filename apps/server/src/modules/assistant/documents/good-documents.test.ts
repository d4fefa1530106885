import type { RetrievalTest } from "@console/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readingLimits } from "../../../connectors/reading/reading-limits.ts";
import { watchReaders } from "../../../connectors/reading/watch-memory-for-tests.ts";
import { createDocumentsApp, type DocumentsApp } from "./documents-fixture-for-tests.ts";
import { goodDocuments } from "./good-documents-for-tests.ts";

let documents: DocumentsApp;
const readers = watchReaders();

beforeAll(async () => {
  documents = await createDocumentsApp();
  const files = await Promise.all(goodDocuments.map(async ({ name, make }) => ({ name, content: await make() })));
  await documents.upload(files);
  await documents.work();
}, 120_000);
afterAll(async () => {
  readers.stop();
  await documents.close();
});

test("thirty documents in every format are searchable, and none of their passages is held back", async () => {
  const rows = await documents.rows("select name, state, problem, held_passages from training_documents order by name");
  expect(rows).toHaveLength(30);
  expect(rows.filter(({ state, held_passages: held }) => state !== "searchable" || held !== 0)).toEqual([]);
  const endings = new Set(goodDocuments.map(({ name }) => name.split(".").at(-1)));
  expect([...endings].sort()).toEqual(["csv", "docx", "htm", "html", "md", "pdf", "txt", "xlsx"]);
});

test.each(goodDocuments)("$name: $question", async ({ question, says }) => {
  const response = await documents.send("POST", "/api/assistant/training/retrieval-test", { question });
  const { hits } = response.json<RetrievalTest>();
  const found = hits.slice(0, 3).map(({ content }) => content);
  expect(
    found.some((content) => content.includes(says)),
    JSON.stringify(found),
  ).toBe(true);
});

test("memory stayed within the limit of a reading", () => {
  const most = readers.mostMegabytes();
  console.info(`Good documents: ${goodDocuments.length} read, at most ${most} MB in a reading process`);
  expect(most).toBeLessThan(readingLimits.residentMegabytes);
});
