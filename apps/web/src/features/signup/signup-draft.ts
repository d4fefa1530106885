/** What stands in the form, field by field, before it is checked. */
export type SignupValues = {
  fullName: string;
  email: string;
  company: string;
  /** Two-letter country whose dial code the number starts with; empty when none is chosen. */
  phoneCountry: string;
  phoneNumber: string;
  country: string;
  branches: string;
  systems: string[];
  message: string;
  consent: boolean;
};

/** The last try to send: its key belongs to exactly this content. */
export type SignupAttempt = { key: string; content: string };

/** A form that is being filled in, with the moment of its start and the last try to send it. */
export type SignupDraft = { values: SignupValues; startedAt: number; attempt: SignupAttempt | null };

export const emptyValues: SignupValues = {
  fullName: "",
  email: "",
  company: "",
  phoneCountry: "",
  phoneNumber: "",
  country: "",
  branches: "",
  systems: [],
  message: "",
  consent: false,
};

const storageKey = "signup-draft";

/** Whether closing the form would lose something. */
export function isFilledIn(values: SignupValues): boolean {
  return JSON.stringify(values) !== JSON.stringify(emptyValues);
}

/** The draft of this tab, or a new one when there is none that can be read. */
export function loadDraft(now: number): SignupDraft {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? "null");
    if (isDraft(stored)) return { ...stored, values: { ...emptyValues, ...stored.values } };
  } catch {
    // Storage that is switched off or damaged costs the draft, never the form.
  }
  return { values: emptyValues, startedAt: now, attempt: null };
}

function isDraft(stored: unknown): stored is SignupDraft {
  if (typeof stored !== "object" || stored === null) return false;
  const { values, startedAt, attempt } = stored as Record<string, unknown>;
  if (typeof values !== "object" || values === null || typeof startedAt !== "number" || attempt === undefined) {
    return false;
  }
  return Object.entries(values).every(([name, value]) => {
    const expected: unknown = emptyValues[name as keyof SignupValues];
    return typeof value === typeof expected && Array.isArray(value) === Array.isArray(expected);
  });
}

/** Keeps the draft for as long as the tab lives. */
export function saveDraft(draft: SignupDraft): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(draft));
  } catch {
    // A full or forbidden storage must not stop anyone from typing.
  }
}

/** Forgets the draft, after it was sent or discarded. */
export function clearDraft(): void {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // Nothing was stored then.
  }
}
