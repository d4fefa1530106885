import type { FieldSpec } from "../../../platform/entities/entity.ts";

/** An address that is read again by its schedule, in the forms of documents and of websites. */
export const addressField = {
  type: "text",
  max: 2000,
  isRequired: true,
  isSearched: true,
  check: (value) =>
    /^https?:\/\/[^\s]+$/i.test(value) && URL.canParse(value) ? null : "Enter an address that begins with https://.",
} as const satisfies Partial<FieldSpec>;

/** How often it is read again. */
export const readEveryField = {
  label: "Read again",
  type: "choice",
  choices: { never: "Only by hand", day: "Every day", week: "Every week", month: "Every month" },
  isRequired: true,
  initial: "week",
} as const satisfies Partial<FieldSpec>;
