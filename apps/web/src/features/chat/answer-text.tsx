import { lazy, Suspense } from "react";
import classes from "./chat.module.css";

const Prose = lazy(async () => ({ default: (await import("../../blocks/prose/prose.tsx")).Prose }));

type Props = { model: string | null; text: string; unverified: readonly string[] };

/** The words of an answer: those of a model may be formatted, our own are not. */
export function AnswerText({ model, text, unverified }: Props) {
  const plain = (
    <p className={classes.sentence} dir="auto">
      {text}
    </p>
  );
  if (model === null) return plain;
  return (
    <Suspense fallback={plain}>
      <Prose text={text} unverified={unverified} />
    </Suspense>
  );
}
