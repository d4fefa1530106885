import "@mantine/core/styles/Input.css";
import { type FeedbackReason, feedbackReasons, keepAnswer, type RouteInput, type Routes } from "@console/contracts";
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

type Props = {
  asked: Asked;
  /** How it is rated where the server has the answer already, which gives the id of the feedback; and whether it was. */
  rating?: { given: Rating | null; onRate: (rating: Rating) => Promise<{ id: string }> };
};

/** Asks whether an answer helped; where it did not, for the reason and for what was meant. */
export function AnswerFeedback({ asked, rating: kept }: Props) {
  const [rated, setRated] = useState<Rated | null>(null);
  const [isDone, setDone] = useState(false);
  const give = useWrite("giveFeedback");
  const [isRating, setRating] = useState(false);
  const change = useWrite("changeOwnFeedback");
  const { query } = asked.answer;
  const onError = (failure: Error) => showFailure("Feedback", failure);

  const giveWithAnswer = (rating: Rating) => {
    const answer = keepAnswer(asked.question, asked.answer);
    return give.mutateAsync({ kind: "answer", rating, answer, ...readFeedbackPlace() });
  };
  const rate = (rating: Rating) => {
    setRating(true);
    (kept?.onRate ?? giveWithAnswer)(rating)
      .then(({ id }) => setRated({ id, rating, query: JSON.stringify(query ?? null) }), onError)
      .finally(() => setRating(false));
  };

  if (!rated && kept?.given) {
    return (
      <p className={classes.line}>{kept.given === "up" ? "You found this helpful." : "You found this unhelpful."}</p>
    );
  }
  if (!rated) {
    return (
      <div className={classes.line}>
        <span>Did this help?</span>
        <RateButton rating="up" isBusy={isRating} onRate={rate} />
        <RateButton rating="down" isBusy={isRating} onRate={rate} />
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
