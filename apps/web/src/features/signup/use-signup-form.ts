import { type RefObject, useEffect, useRef, useState } from "react";
import { trackEvent } from "../../lib/analytics.ts";
import { ApiError, callApi } from "../../lib/api.ts";
import { checkSignup, type FieldErrors, type FieldName, filledInMsMax, isFieldName } from "./check-signup.ts";
import { attemptFor } from "./signup-attempt.ts";
import { clearDraft, loadDraft, type SignupValues, saveDraft } from "./signup-draft.ts";
import { keepReceipt } from "./signup-receipt.ts";

/** Everything that the form remembers and does. */
export type SignupFormState = {
  values: SignupValues;
  /** Errors of the fields that were touched, or of all after a try to send. */
  errors: FieldErrors;
  /** What the last try to send was stopped by and is still wrong. */
  summary: FieldErrors;
  /** What tells of the problem; it takes the focus, so that nobody has to look for it. */
  problemRef: RefObject<HTMLDivElement | null>;
  failure: ApiError | null;
  isSending: boolean;
  change: (part: Partial<SignupValues>) => void;
  touch: (name: FieldName) => void;
  setWebsite: (website: string) => void;
  submit: () => Promise<void>;
};

/** Keeps the draft, checks it, sends it once, and calls `onSent` after the server has taken it. */
export function useSignupForm(onSent: () => void): SignupFormState {
  const [draft, setDraft] = useState(() => loadDraft(Date.now()));
  const [touched, setTouched] = useState<ReadonlySet<FieldName>>(new Set());
  const [stoppedBy, setStoppedBy] = useState<readonly FieldName[]>([]);
  const [serverErrors, setServerErrors] = useState<FieldErrors>({});
  const [hasTried, setHasTried] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [isSending, setIsSending] = useState(false);
  const website = useRef("");
  const running = useRef<AbortController | null>(null);
  const problemRef = useRef<HTMLDivElement>(null);

  useEffect(() => () => running.current?.abort(), []);

  const { form, errors: problems } = checkSignup(draft.values);
  const errors: FieldErrors = { ...serverErrors };
  for (const [name, message] of Object.entries(problems)) {
    if (isFieldName(name) && (hasTried || touched.has(name))) errors[name] = message;
  }

  const summary: FieldErrors = {};
  for (const name of stoppedBy) if (errors[name] !== undefined) summary[name] = errors[name];

  function change(part: Partial<SignupValues>) {
    const next = { ...draft, values: { ...draft.values, ...part } };
    setDraft(next);
    saveDraft(next);
    setServerErrors((before) => {
      const names = Object.keys(part).map((name) => (name.startsWith("phone") ? "phone" : name));
      return Object.fromEntries(Object.entries(before).filter(([name]) => !names.includes(name)));
    });
  }

  function showProblem() {
    // Once it is drawn.
    setTimeout(() => problemRef.current?.focus());
  }

  function stopAt(fields: FieldErrors) {
    setStoppedBy(Object.keys(fields).filter(isFieldName));
    showProblem();
  }

  async function submit() {
    if (running.current) return;
    setHasTried(true);
    setFailure(null);
    setStoppedBy([]);
    if (!form) {
      trackEvent("signup_error");
      return stopAt({ ...serverErrors, ...problems });
    }
    const attempt = attemptFor(JSON.stringify(form), draft.attempt);
    const sent = { ...draft, attempt };
    setDraft(sent);
    saveDraft(sent);
    const controller = new AbortController();
    running.current = controller;
    setIsSending(true);
    try {
      const { reference, follow } = await callApi(
        "requestSignup",
        {
          ...form,
          idempotencyKey: attempt.key,
          website: website.current,
          filledInMs: Math.min(filledInMsMax, Math.max(0, Date.now() - draft.startedAt)),
        },
        { signal: controller.signal },
      );
      clearDraft();
      keepReceipt(reference, follow);
      trackEvent("signup_submit");
      onSent();
    } catch (error) {
      if (controller.signal.aborted) return;
      if (!(error instanceof ApiError)) throw error;
      trackEvent("signup_error");
      const fields = Object.fromEntries(Object.entries(error.fields).filter(([name]) => isFieldName(name)));
      setServerErrors(fields);
      if (Object.keys(fields).length > 0) return stopAt(fields);
      setFailure(error);
      showProblem();
    } finally {
      running.current = null;
      setIsSending(false);
    }
  }

  return {
    values: draft.values,
    errors,
    summary,
    problemRef,
    failure,
    isSending,
    change,
    touch: (name) => setTouched((before) => new Set(before).add(name)),
    setWebsite: (text) => {
      website.current = text;
    },
    submit,
  };
}
