import { afterAll, beforeAll, expect, test } from "vitest";
import { judge } from "./read-effect.ts";
import { admin, createTrainingApp, manager, otherManager } from "./training-fixture-for-tests.ts";

let fixture: Awaited<ReturnType<typeof createTrainingApp>>;
beforeAll(async () => {
  fixture = await createTrainingApp();
});
afterAll(() => fixture.testApp.close());

/** Writes ratings of a question at a day: so many thumbs, and so many of them down. */
async function rate(question: string, day: string, { rated, down }: { rated: number; down: number }, tenant = "asks") {
  const answer = JSON.stringify({ question, outcome: "answer", text: "", reading: [], unused: [] });
  await fixture.query(`insert into feedback (tenant_id, uid, kind, rating, answer, page, created_at, updated_at)
    select '${tenant}', 'rater', 'answer', case when n <= ${down} then 'down' else 'up' end, '${answer}'::jsonb, '/tenant',
      '${day}T10:00:00Z', now() from generate_series(1, ${rated}) n`);
}

async function effect(entity: string, id: unknown, headers = manager, days = 28) {
  const url = `/api/assistant/training/effect?entity=${entity}&id=${String(id)}&days=${days}`;
  return (await fixture.send("GET", url, undefined, headers)).json();
}

test("the share of thumbs-down for like questions stands before and after a word, in its tenant alone", async () => {
  const word = await fixture.teach("words", { word: "flops", meaning: "metric", metric: "failed_delivery_count" });
  await rate("How many flops last week?", "2026-03-10", { rated: 20, down: 15 });
  await rate("flops by driver", "2026-03-19", { rated: 20, down: 2 });
  await rate("deliveries by driver", "2026-03-19", { rated: 30, down: 30 });
  await rate("How many flops last week?", "2026-03-10", { rated: 40, down: 0 }, "others");
  await rate("How many flops last week?", "2026-01-10", { rated: 40, down: 0 });
  expect(await effect("words", word.id)).toEqual({
    since: "2026-03-18T12:00:00.000Z",
    change: "added",
    daysAfter: 0,
    before: { rated: 20, down: 15 },
    after: { rated: 20, down: 2 },
    verdict: "better",
    questions: ["flops by driver", "How many flops last week?"],
  });
  expect((await effect("words", word.id, otherManager)).error.kind).toBe("not_found");
  expect(await effect("words", word.id, admin), "who sees all counts its tenant alone").toMatchObject({
    before: { rated: 20, down: 15 },
  });
  const shared = await fixture.teach("words", { word: "flops", meaning: "nothing" }, admin, true);
  expect(await effect("words", shared.id, admin)).toMatchObject({ before: { rated: 60, down: 15 } });
  expect((await effect("words", shared.id, manager)).error.kind).toBe("not_found");
});

test("an example is measured by questions that share its words, and a draft by none", async () => {
  const { query } = await fixture.ask("failed deliveries by driver");
  const fields = { question: "duds of each courier", query: JSON.stringify(query) };
  const example = await fixture.teach("examples", fields);
  await rate("courier duds", "2026-03-12", { rated: 3, down: 3 });
  await rate("courier mood", "2026-03-12", { rated: 3, down: 3 });
  expect(await effect("examples", example.id)).toMatchObject({
    before: { rated: 6, down: 6 },
    after: { rated: 0, down: 0 },
    verdict: "too_few",
  });
  await fixture.act("examples", "archive", example);
  expect(await effect("examples", example.id)).toMatchObject({ change: "archived" });
  await fixture.query(`update training_examples set status = 'draft' where id = '${example.id}'`);
  expect(await effect("examples", example.id)).toMatchObject({ since: null, change: null });
});

test("a document is measured by questions that one of its passages speaks of", async () => {
  await fixture.query(`insert into training_documents
      (tenant_id, id, name, kind, state, latest_version, found_version, searchable_at, created_at, updated_at)
    values ('asks', 'd9', 'Parking', 'file', 'searchable', 2, 2, '2026-03-15', '2026-03-01', now())`);
  await fixture.query(`insert into passages (tenant_id, document, position, kind, headings, content, hash, state)
    values ('asks', 'd9', 0, 'text', '{}', 'Vans park behind the gate.', 'h', 'found')`);
  await fixture.query(`insert into passage_words (tenant_id, word, passage, document, weight)
    select 'asks', word, p.id, 'd9', 1 from passages p, unnest('{van,park,gate}'::text[]) word where p.document = 'd9'`);
  await rate("Where do vans park?", "2026-03-14", { rated: 4, down: 4 });
  await rate("Where do vans park?", "2026-03-16", { rated: 2, down: 0 });
  await rate("Where do ships moor by the gate?", "2026-03-16", { rated: 9, down: 0 });
  expect(await effect("training-documents", "d9")).toMatchObject({
    since: "2026-03-15T00:00:00.000Z",
    change: "read",
    daysAfter: 3,
    before: { rated: 4, down: 4 },
    after: { rated: 2, down: 0 },
    verdict: "too_few",
  });
  expect((await effect("training-documents", "d9", otherManager)).error.kind).toBe("not_found");
});

test.each([
  ["nine ratings, all another way", { rated: 9, down: 9 }, { rated: 200, down: 0 }, "too_few"],
  ["a difference that chance makes too", { rated: 20, down: 10 }, { rated: 20, down: 7 }, "too_few"],
  ["many ratings that stay alike", { rated: 400, down: 100 }, { rated: 400, down: 104 }, "same"],
  ["a clear rise", { rated: 100, down: 10 }, { rated: 100, down: 40 }, "worse"],
  ["nobody ever complaining", { rated: 50, down: 0 }, { rated: 50, down: 0 }, "same"],
] as const)("%s", (_, before, after, verdict) => {
  expect(judge(before, after)).toBe(verdict);
});
