import type { EvaluationGrade } from "@console/contracts";
import { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { wrongField } from "../../../platform/errors.ts";
import { mostQuoted } from "../documents/answer-from-passages.ts";
import { findDocument, findReadable, readableScopes } from "../documents/document-store.ts";
import { findPassage, type PassagePlace, selectPassagesAt } from "../documents/passage-store.ts";
import type { PassageHit } from "../documents/search-passages.ts";

/** A passage that a question should find: its document, and its place there, which outlives a new reading. */
export type ExpectedPassage = PassagePlace & { document: string; title: string };

const place = z.strictObject({
  document: z.string().min(1).max(64),
  title: z.string().max(300),
  headings: z.array(z.string().max(1000)).max(20),
  page: z.number().int().nullable(),
  hash: z.string().max(64),
});
/** A passage as the retrieval test names it. */
const named = z.strictObject({ document: z.string().min(1).max(64), passage: z.string().max(20) });

const problem = () => wrongField("passage", "There is no such passage. Save it from a retrieval test.");

/** Reads where an expected passage stands; one that the questions of the tenant cannot find is refused. */
export async function readExpectedPassage(context: Context, askedIn: string, text: string): Promise<ExpectedPassage> {
  const value = parse(text);
  const document = await findReadable(context, readableScopes({ tenantId: askedIn }), value.document);
  if (!document) throw problem();
  if (!("passage" in value)) return { ...value, title: document.name };
  const passage = await findPassage(context, document, value.passage);
  if (!passage) throw problem();
  const { headings, page, hash } = passage;
  return { document: document.id, title: document.name, headings, page, hash };
}

function parse(text: string): ExpectedPassage | z.output<typeof named> {
  try {
    return z.union([named, place]).parse(JSON.parse(text));
  } catch {
    throw problem();
  }
}

/** Where a passage stands, in words. */
export function sayPlace({ title, headings, page }: Pick<ExpectedPassage, "title" | "headings" | "page">): string {
  // A heading that only repeats the title says nothing.
  const told = headings.filter((heading) => heading.toLowerCase() !== title.toLowerCase());
  return [title, ...told, ...(page === null ? [] : [`page ${page}`])].join(" › ");
}

type GradedPassage = { grade: EvaluationGrade; answer: string };

/** Grades the passages that a question found by the rank of the one that it should find. */
export async function gradePassage(
  context: Context,
  expected: ExpectedPassage,
  hits: readonly PassageHit[],
): Promise<GradedPassage> {
  const scopes = readableScopes(context);
  const places = new Set(await selectPassagesAt(context, scopes, expected.document, expected));
  if (places.size === 0) return { grade: "broken", answer: await sayGone(context, scopes, expected) };
  const rank = hits.findIndex(({ passage }) => places.has(passage)) + 1;
  if (rank > 0) return { grade: rank <= mostQuoted ? "right" : "declined", answer: `Found at rank ${rank}.` };
  const [first] = hits;
  const instead = first ? ` First is ${sayPlace(first)}.` : " No passage was found.";
  return { grade: "wrong", answer: `Not found.${instead}` };
}

async function sayGone(context: Context, scopes: readonly string[], { document }: ExpectedPassage): Promise<string> {
  for (const tenantId of scopes) {
    const row = await findDocument(context, { tenantId, id: document });
    if (row) return `"${row.name}" no longer has this place.`;
  }
  return "Its document no longer exists.";
}
