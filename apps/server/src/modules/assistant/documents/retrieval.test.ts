import { readdir, readFile } from "node:fs/promises";
import type { RetrievalTest } from "@console/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDocumentsApp, type DocumentsApp } from "./documents-fixture-for-tests.ts";
import { figureQuestions, handbookQuestions, unansweredQuestions } from "./handbooks/questions-for-tests.ts";

let documents: DocumentsApp;
const folder = new URL("./handbooks/", import.meta.url);

beforeAll(async () => {
  documents = await createDocumentsApp();
  const names = (await readdir(folder)).filter((name) => name.endsWith(".md"));
  const files = await Promise.all(
    names.map(async (name) => ({ name, content: await readFile(new URL(name, folder)) })),
  );
  await documents.upload(files);
  await documents.work();
}, 60_000);
afterAll(() => documents.close());

async function search(question: string): Promise<RetrievalTest> {
  const response = await documents.send("POST", "/api/assistant/training/retrieval-test", { question });
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
}

const headingOf = ({ headings }: { headings: readonly string[] }) => headings.at(-1) ?? "";

test("the right passage of a hundred questions is among the first three for nearly all", async () => {
  const missed: string[] = [];
  let first = 0;
  for (const [question, heading] of handbookQuestions) {
    const { hits } = await search(question);
    const place = hits.findIndex((hit) => headingOf(hit) === heading);
    if (place === 0) first++;
    if (place < 0 || place > 2) missed.push(`${question} → ${hits.slice(0, 3).map(headingOf).join(", ")}`);
  }
  const share = 1 - missed.length / handbookQuestions.length;
  console.info(
    `Retrieval: ${handbookQuestions.length} questions, first three ${(share * 100).toFixed(0)} %, first ${first} %`,
  );
  if (missed.length > 0) console.info(missed.join("\n"));
  expect(share).toBeGreaterThanOrEqual(0.85);
});

test("questions about words are answered with passages, those that no document answers are not, and figures stay figures", async () => {
  let answered = 0;
  for (const [question] of handbookQuestions) {
    const { outcome, passages } = await documents.ask(question);
    if (outcome === "answer" && passages) answered++;
  }
  const wrong: string[] = [];
  for (const question of unansweredQuestions) {
    const { outcome, passages } = await documents.ask(question);
    if (outcome === "answer" && passages) wrong.push(`${question} → ${passages?.map(headingOf).join(", ")}`);
  }
  console.info(
    `Answered ${answered} of ${handbookQuestions.length}; wrongly ${wrong.length} of ${unansweredQuestions.length}`,
  );
  if (wrong.length > 0) console.info(wrong.join("\n"));
  for (const question of figureQuestions) expect((await documents.ask(question)).passages, question).toBeUndefined();
  expect(answered).toBeGreaterThanOrEqual(70);
  expect(wrong.length).toBeLessThanOrEqual(1);
});
