import { feedbackCategories, feedbackReasons, feedbackStates, type OwnFeedback as Own } from "@console/contracts";
import { formatInstant } from "@console/figures/format";
import { Button, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ReadProblem } from "../../blocks/states/read-problem.tsx";
import { ShapedSkeleton } from "../../blocks/states/shaped-skeleton.tsx";
import { read, useWrite } from "../../lib/queries.ts";
import { showFailure } from "../../lib/show-failure.ts";
import { showToast } from "../../lib/toasts.ts";
import { useFormats } from "../../lib/use-formats.ts";
import classes from "./own-feedback.module.css";
import { ProfileSection } from "./profile-section.tsx";

/** What one has said of answers and pages, and what became of it. */
export function OwnFeedback() {
  const { data, error, refetch } = useQuery(read("listOwnFeedback", {}));
  return (
    <ProfileSection title="Your feedback" words="What you said of answers and pages, and what became of it.">
      {!data && !error && <ShapedSkeleton label="Loading feedback" shape="list" />}
      {!data && error && (
        <ReadProblem title="Your feedback could not be loaded" error={error} onRetry={() => void refetch()} />
      )}
      {data?.items.length === 0 && (
        <p className={classes.detail}>
          Nothing yet. Rate an answer below it, or choose “Give feedback” in the menu at the top right.
        </p>
      )}
      {data && data.items.length > 0 && (
        <ul className={classes.list}>
          {data.items.map((feedback) => (
            <OneFeedback key={feedback.id} feedback={feedback} />
          ))}
        </ul>
      )}
    </ProfileSection>
  );
}

function OneFeedback({ feedback }: { feedback: Own }) {
  const { id, about, text, state, reply, repliedAt, createdAt, isOpen } = feedback;
  const formats = useFormats();
  const change = useWrite("changeOwnFeedback");
  const [edited, setEdited] = useState<string | null>(null);
  const outcome = (message: string) => ({
    onSuccess: () => {
      setEdited(null);
      showToast({ title: "Feedback", message, type: "success" });
    },
    onError: (failure: Error) => showFailure("Feedback", failure),
  });
  return (
    <li className={classes.one}>
      <div className={classes.head}>
        <p className={classes.about}>{about}</p>
        <span className={classes.state}>{feedbackStates[state]}</span>
      </div>
      <p className={classes.detail}>
        {describeKind(feedback)} · {formatInstant(createdAt, formats)}
      </p>
      {edited === null && text !== "" && <p className={classes.text}>{text}</p>}
      {edited !== null && (
        <Textarea
          label="Comment"
          rows={3}
          maxLength={4000}
          data-autofocus
          value={edited}
          onChange={(event) => setEdited(event.currentTarget.value)}
        />
      )}
      {reply && (
        <div className={classes.reply}>
          <p className={classes.detail}>Reply{repliedAt && `, ${formatInstant(repliedAt, formats)}`}</p>
          <p className={classes.text}>{reply}</p>
        </div>
      )}
      {isOpen && (
        <div className={classes.buttons}>
          {edited === null ? (
            <>
              <Button size="xs" variant="default" aria-label={`Edit: ${about}`} onClick={() => setEdited(text)}>
                Edit
              </Button>
              <Button
                size="xs"
                variant="default"
                aria-label={`Withdraw: ${about}`}
                loading={change.isPending}
                onClick={() => change.mutate({ feedback: id, isWithdrawn: true }, outcome("Withdrawn."))}
              >
                Withdraw
              </Button>
            </>
          ) : (
            <>
              <Button
                size="xs"
                loading={change.isPending}
                onClick={() => change.mutate({ feedback: id, text: edited }, outcome("Saved."))}
              >
                Save
              </Button>
              <Button size="xs" variant="default" onClick={() => setEdited(null)}>
                Cancel
              </Button>
            </>
          )}
        </div>
      )}
    </li>
  );
}

function describeKind({ rating, category, reasons }: Own): string {
  if (category) return feedbackCategories[category];
  const words = reasons.map((reason) => feedbackReasons[reason].toLowerCase());
  return [rating === "up" ? "Helpful" : "Not helpful", ...words].join(", ");
}
