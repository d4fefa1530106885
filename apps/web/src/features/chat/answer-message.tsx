import type { AskAnswer as Answer, ChatMessage, RouteInput, Routes } from "@console/contracts";
import { Button } from "@mantine/core";
import { useCallback, useDeferredValue, useMemo, useState } from "react";
import { AskAnswer } from "../../blocks/ask-box/ask-answer.tsx";
import { type AskedQuery, readQuery } from "../../blocks/ask-box/asked-query.ts";
import { callApi } from "../../lib/api.ts";
import { copyText } from "../../lib/copy-text.ts";
import { refetchTopic } from "../../lib/queries.ts";
import { showFailure } from "../../lib/show-failure.ts";
import { showToast } from "../../lib/toasts.ts";
import { AnswerText } from "./answer-text.tsx";
import { isOpen, type ShownMessage } from "./branch.ts";
import classes from "./chat.module.css";
import { BranchSwitch } from "./chat-message.tsx";
import { ImportedFigures } from "./imported-figures.tsx";
import { LivePhase } from "./live-phase.tsx";
import { MessageSteps } from "./message-steps.tsx";
import { PinDialog } from "./pin-dialog.tsx";
import { useAnswerStream } from "./use-answer-stream.ts";
import type { Sending } from "./use-conversation.ts";
import { useModelName } from "./use-model-name.ts";

const noNumbers: readonly string[] = [];

type Query = RouteInput<Routes["runQuestion"]>["query"];

type Props = {
  shown: ShownMessage;
  question: string;
  isLast: boolean;
  isBusy: boolean;
  onShow: (message: string) => void;
  onRetry: (message: string) => void;
  onContinue: (message: string) => void;
  onSend: (text: string, sending: Sending) => void;
  onEnd: (message: ChatMessage | null) => void;
  /** Whether its figures are of the reader's own organisation, and can be pinned. */
  canPin: boolean;
  /** The chips of the answer were changed: what is asked next goes on from there. */
  onChange: (message: string, query: Query) => void;
};

/** One answer: its words, its figures, and what can be done with it. */
export function AnswerMessage({ shown, ...props }: Props) {
  const { message } = shown;
  const isGrowing = isOpen(message);
  const live = useAnswerStream(isGrowing ? message.id : null, props.onEnd);
  const { text, steps, thinking } = isGrowing ? live : message;
  const unverified = isGrowing ? noNumbers : message.unverified;
  return (
    <article className={classes.answer} aria-label="Answer" aria-busy={isGrowing}>
      <MessageSteps steps={steps} thinking={thinking} />
      {/* The same words stay on the page when the answer ends: a long one is not drawn anew. */}
      {text !== "" && <AnswerText model={message.model} text={text} unverified={unverified} />}
      {isGrowing ? <LivePhase live={live} /> : <EndedAnswer shown={shown} {...props} />}
    </article>
  );
}

function EndedAnswer(props: Props) {
  const { shown, question, isLast, isBusy, canPin, onShow, onRetry, onContinue, onSend, onChange } = props;
  const [isPinning, setPinning] = useState(false);
  const [changed, setChanged] = useState<Query>();
  const { message } = shown;
  const { id, text, problem, state, unverified } = message;
  // Figures are drawn once the words stand, in steps between which the page answers.
  const answer = useDeferredValue(message.answer, null);
  const copy = async () => {
    if (!(await copyText(text))) showToast({ type: "error", title: "Not copied", message: "Select the text instead." });
  };
  const isShort = state === "stopped" && text === "" && !message.answer;
  return (
    <>
      {unverified.length > 0 && (
        <p className={classes.warning}>
          {unverified.length === 1 ? "1 number is" : `${unverified.length} numbers are`} not verified: not found in the
          figures below.
        </p>
      )}
      {state === "stopped" && <p className={classes.note}>{isShort ? "Stopped before it began." : "Stopped."}</p>}
      {problem && (
        <p className={classes.warning} role="alert">
          {problem.text}
        </p>
      )}
      {message.isImported && (
        <p className={classes.warning}>Imported from a file: its words and figures are not verified.</p>
      )}
      {answer && message.isImported && <ImportedFigures answer={answer} question={question} />}
      {answer && !message.isImported && (
        <AnswerFigures
          message={message}
          answer={answer}
          question={question}
          onSend={onSend}
          onChange={(id, query) => {
            setChanged(query);
            onChange(id, query);
          }}
        />
      )}
      <div className={classes.acts}>
        <BranchSwitch shown={shown} onShow={onShow} what="Answer" />
        {text !== "" && (
          <Button size="compact-sm" variant="subtle" color="gray" onClick={() => void copy()}>
            Copy
          </Button>
        )}
        {canPin && !message.isImported && answer?.outcome === "answer" && answer.result && (
          <Button size="compact-sm" variant="subtle" color="gray" onClick={() => setPinning(true)}>
            Pin
          </Button>
        )}
        {isLast && canContinue(message) && (
          <Button size="compact-sm" variant="default" disabled={isBusy} onClick={() => onContinue(id)}>
            Continue
          </Button>
        )}
        {isLast && (
          <Button size="compact-sm" variant="subtle" color="gray" disabled={isBusy} onClick={() => onRetry(id)}>
            {state === "done" ? "Answer again" : "Try again"}
          </Button>
        )}
        <AnswerFacts message={message} />
      </div>
      {isPinning && <PinDialog message={id} question={question} query={changed} onClose={() => setPinning(false)} />}
    </>
  );
}

/** Whether a model has more to say: it was stopped, or reached the longest length. */
function canContinue({ model, text, state, problem, isImported }: ChatMessage): boolean {
  if (model === null || text === "" || isImported) return false;
  return state === "stopped" || (state === "done" && problem?.reason === "length");
}

/** The model that wrote it, and how long that took. */
function AnswerFacts({ message }: { message: ChatMessage }) {
  const nameModel = useModelName();
  const { model, usage } = message;
  if (model === null || !usage) return null;
  const { answerTokens, firstWordMs, workMs } = usage;
  const writingMs = workMs - (firstWordMs ?? 0);
  const speed = answerTokens !== null && writingMs > 0 ? Math.round((answerTokens / writingMs) * 1000) : null;
  const facts = [
    nameModel(message),
    ...(firstWordMs === null ? [] : [`first word after ${(firstWordMs / 1000).toFixed(1)} s`]),
    ...(answerTokens === null ? [] : [`${answerTokens} tokens`]),
    ...(speed === null ? [] : [`${speed} tokens/s`]),
  ];
  return <span className={classes.note}>{facts.join(" · ")}</span>;
}

type FiguresProps = Pick<Props, "question" | "onSend" | "onChange"> & { message: ChatMessage; answer: Answer };

/** The figures that an answer stands on; its chips can be changed in place. */
function AnswerFigures({ message, answer, question, onSend, onChange }: FiguresProps) {
  const [changed, setChanged] = useState<{ answer: Answer; readAt: number } | null>(null);
  const [isRunning, setRunning] = useState(false);
  const readAt = useMemo(() => Date.parse(message.endedAt ?? message.createdAt), [message.endedAt, message.createdAt]);
  const shownAnswer = changed?.answer ?? answer;
  const asked = { question, answer: shownAnswer, readAt: changed?.readAt ?? readAt, isChosen: false };

  const run = (query: AskedQuery, isChosen = false) => {
    const option = isChosen ? answer.options?.find((one) => isSame(readQuery(one.query), query)) : undefined;
    if (option) return onSend(option.label, { query: query as Query });
    setRunning(true);
    callApi("runQuestion", { query: query as Query })
      .then((next) => {
        setChanged({ answer: next, readAt: Date.now() });
        if (next.outcome === "answer" && next.query) onChange(message.id, next.query as Query);
      })
      .catch((failure) => showFailure("Not changed", failure))
      .finally(() => setRunning(false));
  };
  const rate = useCallback(
    async (rating: "up" | "down") => {
      const { feedback } = await callApi("rateMessage", { message: message.id, rating });
      void refetchTopic("feedback");
      return { id: feedback ?? "" };
    },
    [message.id],
  );
  return (
    <>
      {changed && <p className={classes.sentence}>{changed.answer.text}</p>}
      <AskAnswer asked={asked} isStale={isRunning} onRun={run} rating={{ given: message.rating, onRate: rate }} />
    </>
  );
}

const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other);
