import { Button } from "@mantine/core";
import type { ComponentProps } from "react";
import { AnswerMessage } from "./answer-message.tsx";
import { isOpen, type ShownMessage } from "./branch.ts";
import classes from "./compared-answers.module.css";
import { useModelName } from "./use-model-name.ts";

type Props = Omit<ComponentProps<typeof AnswerMessage>, "shown" | "isLast"> & {
  shown: ShownMessage;
  onKeep: (message: string) => void;
};

/** The answers of two models to one question beside each other, until one of them is chosen. */
export function ComparedAnswers({ shown, onKeep, ...props }: Props) {
  const nameModel = useModelName();
  const compared = shown.siblings.filter(({ isCompared }) => isCompared);
  return (
    <section className={classes.compared} aria-label="Compared answers">
      {compared.map((message) => (
        <div key={message.id} className={classes.one}>
          <p className={classes.model}>{nameModel(message)}</p>
          <AnswerMessage shown={{ message, siblings: [message], place: 0 }} isLast={false} {...props} />
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Go on with this one: ${nameModel(message)}`}
            disabled={props.isBusy || isOpen(message)}
            onClick={() => onKeep(message.id)}
          >
            Go on with this one
          </Button>
        </div>
      ))}
    </section>
  );
}
