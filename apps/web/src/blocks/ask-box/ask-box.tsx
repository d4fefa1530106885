import "@mantine/core/styles/Input.css";
import { Button, TextInput } from "@mantine/core";
import { IconMessageQuestion } from "@tabler/icons-react";
import { lazy, Suspense, type SyntheticEvent, useEffect, useId, useRef, useState } from "react";
import classes from "./ask-box.module.css";
import { AskProblem } from "./ask-problem.tsx";
import type { AskedQuery } from "./asked-query.ts";
import { Offers } from "./offers.tsx";
import { type AskPage, useAsking } from "./use-asking.ts";

const load = () => import("./ask-answer.tsx");
const AskAnswer = lazy(async () => ({ default: (await load()).AskAnswer }));

type Props = {
  label?: string;
  /** The page whose days and filters hold where a question says nothing else. */
  page?: AskPage | undefined;
  /** A question that can be answered here. */
  example?: string | undefined;
  /** A question that is asked at once. */
  start?: string | undefined;
  /** What that question is taken to mean, where that is known already. */
  startQuery?: AskedQuery | undefined;
  /** Questions that can be asked with a click. */
  offers?: readonly string[];
};

/** Asks a question in words and shows its answer below; one line high until something is asked. */
export function AskBox({ label = "Ask a question", page, example, start, startQuery, offers = [] }: Props) {
  const id = useId();
  const [typed, setTyped] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const sentence = useRef<HTMLParagraphElement>(null);
  const { asked, error, isAsking, ask, run, retry, reset } = useAsking(page);
  const isOpen = asked !== null || error !== null || isAsking;
  const hint = example ? `Such as: ${example}` : "In your own words";
  const placeholder = asked?.answer.outcome === "answer" ? "Ask a follow-up, such as: and last month?" : hint;

  const askNow = (question: string) => {
    setTyped("");
    void ask(question);
  };
  useEffect(() => {
    if (start) void ask(start, startQuery);
  }, [start, startQuery, ask]);
  // What was chosen is gone with the question: its answer takes the focus over.
  useEffect(() => {
    if (asked?.isChosen) sentence.current?.focus({ preventScroll: true });
  }, [asked]);

  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const question = typed.trim();
    if (question) askNow(question);
    else field.current?.focus();
  };
  const startAnew = () => {
    reset();
    setTyped("");
    field.current?.focus();
  };
  return (
    <section className={classes.box} aria-label="Questions">
      <form className={classes.line} onSubmit={submit}>
        <label htmlFor={id} className={classes.label}>
          {label}
        </label>
        <TextInput
          id={id}
          ref={field}
          size="sm"
          className={classes.field}
          autoComplete="off"
          maxLength={500}
          placeholder={placeholder}
          leftSection={<IconMessageQuestion size={16} stroke={1.5} aria-hidden="true" />}
          value={typed}
          onFocus={() => void load().catch(() => {})}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" size="sm" variant="default" loading={isAsking}>
          Ask
        </Button>
      </form>
      {offers.length > 0 && !isOpen && <Offers offers={offers} onOffer={askNow} />}
      <div className={isOpen ? classes.answer : undefined} aria-busy={isAsking}>
        {isOpen && (
          <div className={classes.head}>
            <h2 className={classes.hidden}>Answer</h2>
            <p className={classes.question}>{error ? null : asked?.question}</p>
            <Button size="compact-sm" variant="subtle" onClick={startAnew}>
              New question
            </Button>
          </div>
        )}
        <p role="status" ref={sentence} tabIndex={-1} className={classes.sentence}>
          {error ? null : (asked?.answer.text ?? (isAsking ? "Looking for the answer …" : null))}
        </p>
        {error && <AskProblem error={error} onRetry={() => void retry()} />}
        {asked && !error && (
          <Suspense>
            <AskAnswer asked={asked} isStale={isAsking} onRun={run} />
          </Suspense>
        )}
      </div>
    </section>
  );
}
