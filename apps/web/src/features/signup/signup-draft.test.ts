import { beforeEach, expect, test } from "vitest";
import { clearDraft, emptyValues, isFilledIn, loadDraft, saveDraft } from "./signup-draft.ts";

beforeEach(() => sessionStorage.clear());

const typed = { ...emptyValues, fullName: "Amina Rahman", systems: ["genesis"], consent: true };

test("a draft comes back as it was left, with its start and its last try", () => {
  const draft = { values: typed, startedAt: 5, attempt: { key: "k", content: "c" } };
  saveDraft(draft);
  expect(loadDraft(99)).toEqual(draft);
});

test("without a draft the form is empty and starts now", () => {
  expect(loadDraft(7)).toEqual({ values: emptyValues, startedAt: 7, attempt: null });
});

test("a cleared draft is gone", () => {
  saveDraft({ values: typed, startedAt: 5, attempt: null });
  clearDraft();
  expect(loadDraft(7).values).toEqual(emptyValues);
});

test("a damaged draft is dropped instead of breaking the form", () => {
  for (const damaged of [
    "{",
    "7",
    '{"values":{"fullName":3},"startedAt":1,"attempt":null}',
    '{"values":{"systems":"x"}}',
  ]) {
    sessionStorage.setItem("signup-draft", damaged);
    expect(loadDraft(7).values).toEqual(emptyValues);
  }
});

test("only a form with something in it asks before closing", () => {
  expect(isFilledIn(emptyValues)).toBe(false);
  expect(isFilledIn({ ...emptyValues, message: "x" })).toBe(true);
});
