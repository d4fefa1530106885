import "@mantine/core/styles/Input.css";
import {
  type FeedbackReason,
  feedbackReasons,
  keptAnswerRows,
  type QuotedPassage,
  type RouteInput,
  type Routes,
} from "@console/contracts";
import { Button, Textarea } from "@mantine/core";
import { IconThumbDown, IconThumbUp } from "@tabler/icons-react";
import { type SyntheticEvent, useState } from "react";
import { readFeedbackPlace } from "../../lib/feedback-place.ts";
import { useWrite } from "../../lib/queries.ts";
import { showFailure } from "../../lib/show-failure.ts";
import classes from "./answer-feedback.module.css";
import type { Asked } from "./use-asking.ts";

type Query = RouteInput<Routes["runQuestion"]>["query"];
type Rating = "up" | "down";
/** What was said of the answer, and of which query. */
type Rated = { id: string; rating: Rating; query: string };

/** Asks whether an answer helped; where it did not, for the reason and for what was meant. */
export function AnswerFeedback({ asked }: { asked: Asked }) {
  const [rated, setRated] = useState<Rated | null>(null);
  const [isDone, setDone] = useState(false);
  const give = useWrite("giveFeedback");
  const change = useWrite("changeOwnFeedback");
  const { query } = asked.answer;
  const onError = (failure: Error) => showFailure("Feedback", failure);

  const rate = (rating: Rating) =>
    give.mutate(
      { kind: "answer", rating, answer: describeAnswer(asked), ...readFeedbackPlace() },
      { onSuccess: ({ id }) => setRated({ id, rating, query: JSON.stringify(query ?? null) }), onError },
    );

  if (!rated) {
    return (
      <div className={classes.line}>
        <span>Did this help?</span>
        <RateButton rating="up" isBusy={give.isPending} onRate={rate} />
        <RateButton rating="down" isBusy={give.isPending} onRate={rate} />
      </div>
    );
  }
  if (rated.rating === "up" || isDone) {
    return (
      <p className={classes.line} role="status">
        {isDone ? "Thank you. You will be told what becomes of it." : "Thank you."}
      </p>
    );
  }
  const isEdited = query !== undefined && JSON.stringify(query) !== rated.query;
  return (
    <ReasonForm
      isEdited={isEdited}
      canEdit={asked.answer.assumptions.length > 0}
      isBusy={change.isPending}
      onSend={(said) =>
        change.mutate(
          { feedback: rated.id, ...said, ...(isEdited && { expected: query as Query }) },
          { onSuccess: () => setDone(true), onError },
        )
      }
    />
  );
}

function RateButton({ rating, isBusy, onRate }: { rating: Rating; isBusy: boolean; onRate: (rating: Rating) => void }) {
  const RateIcon = rating === "up" ? IconThumbUp : IconThumbDown;
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      color="gray"
      disabled={isBusy}
      leftSection={<RateIcon size={16} stroke={1.5} aria-hidden="true" />}
      onClick={() => onRate(rating)}
    >
      {rating === "up" ? "Yes" : "No"}
    </Button>
  );
}

type FormProps = {
  /** The chips say something else than when it was rated. */
  isEdited: boolean;
  canEdit: boolean;
  isBusy: boolean;
  onSend: (said: { text: string; reasons: FeedbackReason[] }) => void;
};

function ReasonForm({ isEdited, canEdit, isBusy, onSend }: FormProps) {
  const [text, setText] = useState("");
  const [reasons, setReasons] = useState<FeedbackReason[]>([]);
  const toggle = (reason: FeedbackReason) =>
    setReasons((chosen) =>
      chosen.includes(reason) ? chosen.filter((other) => other !== reason) : [...chosen, reason],
    );
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    onSend({ text: text.trim(), reasons });
  };
  return (
    <form className={classes.form} onSubmit={submit} aria-label="Feedback on this answer">
      <p className={classes.title}>What went wrong?</p>
      <div className={classes.reasons}>
        {(Object.keys(feedbackReasons) as FeedbackReason[]).map((reason) => (
          <button
            key={reason}
            type="button"
            className={classes.reason}
            aria-pressed={reasons.includes(reason)}
            onClick={() => toggle(reason)}
          >
            {feedbackReasons[reason]}
          </button>
        ))}
      </div>
      <Textarea
        label="Comment (optional)"
        autosize={false}
        rows={2}
        maxLength={4000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {canEdit && (
        <p className={classes.hint}>
          {isEdited
            ? "The chips above are sent along as what you meant."
            : "To show what you meant, change the chips above first."}
        </p>
      )}
      <Button type="submit" size="sm" variant="default" className={classes.send} loading={isBusy}>
        Send feedback
      </Button>
    </form>
  );
}

/** The answer as its reader sees it. */
function describeAnswer({ question, answer }: Asked): NonNullable<RouteInput<Routes["giveFeedback"]>["answer"]> {
  const { outcome, reason, text, assumptions, unknown = [], query, result, passages, training } = answer;
  // Those who teach begin with the words that nothing is known of.
  const unused = [...new Set([...unknown, ...answer.unused])];
  return {
    question: question || text.slice(0, 500),
    outcome,
    reason,
    text: text.slice(0, 4000),
    reading: assumptions.slice(0, 40).map(({ label }) => label.slice(0, 300)),
    unused: unused.slice(0, 100).map((word) => word.slice(0, 100)),
    ...(query && { query: query as Query }),
    ...(result && { rows: result.rows.slice(0, keptAnswerRows), currency: result.currency }),
    ...(passages && { passages: passages.slice(0, 10).map(describePassage) }),
    ...(training && { training: training.slice(0, 50) }),
  };
}

function describePassage({ title, headings, page, kind, content }: QuotedPassage) {
  return {
    title: title.slice(0, 300),
    headings: headings.slice(0, 20).map((heading) => heading.slice(0, 500)),
    page,
    kind,
    content: content.slice(0, 5000),
  };
}
