import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { reports as productReports } from "../../reports/index.ts";
import {
  admin,
  createDocumentsApp,
  type DocumentsApp,
  manager,
  otherManager,
} from "../documents/documents-fixture-for-tests.ts";
import { evaluationJobs } from "./evaluate-set.ts";

let documents: DocumentsApp;
beforeAll(async () => {
  documents = await createDocumentsApp({ jobs: ({ database }) => evaluationJobs(database, productReports) });
});
afterAll(() => documents.close());

async function create(entity: string, fields: object, headers: object = manager) {
  const response = await documents.send("POST", `/api/admin/${entity}`, { fields }, headers);
  expect(response.statusCode, response.body).toBe(201);
  return response.json();
}

async function upload(name: string, content: string, query = "") {
  const [outcome] = await documents.upload([{ name, content }], { query });
  await documents.work();
  return String(outcome?.document);
}

/** A passage that a question finds, as the retrieval test names it. */
async function find(question: string, heading: string): Promise<string> {
  const response = await documents.send("POST", "/api/assistant/training/retrieval-test", { question });
  const hits: { document: string; passage: string; headings: string[] }[] = response.json().hits;
  const hit = hits.find(({ headings }) => headings.at(-1) === heading);
  return JSON.stringify({ document: hit?.document, passage: hit?.passage });
}

/** Runs a set, and gives each question with its grade and what came. */
async function run(set: { id: string }) {
  const started = await documents.send("POST", "/api/assistant/evaluations", { set: set.id });
  expect(started.statusCode, started.body).toBe(201);
  const { questions } = await vi.waitFor(
    async () => {
      const read = await documents.send("GET", `/api/assistant/evaluations/${started.json().id}`);
      expect(read.json().state, read.body).toBe("done");
      return read.json();
    },
    { timeout: 20_000, interval: 50 },
  );
  return (questions as { grade: string; answer: string; expected: string }[]).map(({ grade, answer, expected }) => ({
    grade,
    answer,
    expected,
  }));
}

const kiosk = "# Kiosk\n\nThe kiosk opens at seven.\n\n# Ferry\n\nThe ferry ticket is refunded within ten days.";
const question = "Is a ferry ticket refunded?";

test("a passage that should be found is tested by its place, which outlives a new reading, until it is gone", async () => {
  const id = await upload("harbour.md", kiosk);
  const set = await create("evaluation-sets", { name: "Harbour" });
  const passage = await find(question, "Ferry");
  const fields = { question, setId: set.id, expected: "passage", passage };
  expect(await create("evaluation-cases", fields)).toMatchObject({ passageWords: "harbour › Ferry" });
  const expected = "harbour › Ferry";
  expect(await run(set)).toEqual([{ grade: "right", answer: "Found at rank 1.", expected }]);
  // Another text at the same place, which no longer speaks of it.
  await upload("harbour.md", kiosk.replace("ticket is refunded within ten", "leaves every two"), `?document=${id}`);
  await upload("tickets.md", "# Tickets\n\nA ferry ticket is never refunded.");
  expect(await run(set)).toEqual([{ grade: "right", answer: "Found at rank 2.", expected }]);
  await upload("harbour.md", "# Ferry\n\nSee the notice board.", `?document=${id}`);
  await documents.act("archive", id);
  expect(await run(set)).toEqual([{ grade: "wrong", answer: "Not found. First is tickets.", expected }]);
  await documents.act("restore", id);
  await upload("harbour.md", "# Kiosk\n\nThe kiosk opens at eight.", `?document=${id}`);
  expect(await run(set)).toEqual([{ grade: "broken", answer: '"harbour" no longer has this place.', expected }]);
});

test("a word that keeps a guarded question from its passage needs a reason", async () => {
  await upload("lockers.md", "# Lockers\n\nWet boots go to the locker of North Depot.");
  const set = await create("evaluation-sets", { name: "Guarded", isGate: true });
  const asked = "Where do I put my wellies?";
  const helps = { word: "wellies", meaning: "member", dimension: "depot", members: ["North Depot"] };
  const word = await create("words", helps);
  const passage = await find(asked, "Lockers");
  await create("evaluation-cases", { question: asked, setId: set.id, expected: "passage", passage });
  const worse = await documents.send("POST", "/api/admin/words/acts/archive", { ids: [word.id], fields: {} });
  expect(worse.json().outcomes, worse.body).toMatchObject([
    { isDone: false, message: expect.stringContaining(`such as "${asked}"`) },
  ]);
});

test("only a passage that the tenant's questions may find can be expected", async () => {
  await upload("secret.md", "# Vault\n\nThe vault code is kept by the treasurer.");
  const passage = await find("Who keeps the vault code?", "Vault");
  const set = await create("evaluation-sets", { name: "Others" }, otherManager);
  const fields = { question: "Who keeps the vault code?", setId: set.id, expected: "passage", passage };
  const foreign = await documents.send("POST", "/api/admin/evaluation-cases", { fields }, otherManager);
  expect([foreign.statusCode, foreign.json().error.fields]).toEqual([400, { passage: expect.any(String) }]);
  // Nor does the platform point a set of one tenant at a document of another.
  const byAdmin = await documents.send("POST", "/api/admin/evaluation-cases", { fields }, admin);
  expect(byAdmin.statusCode, byAdmin.body).toBe(400);
  const without = { ...fields, passage: undefined };
  const none = await documents.send("POST", "/api/admin/evaluation-cases", { fields: without }, otherManager);
  expect(none.json().error.fields).toHaveProperty("expected");
});
