import { formatInstant, formatNumber, ownFormats } from "@console/figures/format";
import { Button, TextInput } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useState } from "react";
import question from "../../blocks/question/question.module.css";
import { Question } from "../../blocks/question/question.tsx";
import { ApiError } from "../../lib/api.ts";
import { useAuth } from "../../lib/auth/use-auth.ts";
import { IssuedKey } from "./issued-key.tsx";
import { keyWord, type Link } from "./link.ts";
import { type NewKey, useNewKey } from "./use-new-key.ts";

const mostHours = 720;
const hourMs = 3_600_000;

/** Gives a link another key; the one before works on for some hours, or ends at once. */
export function RotateKey({ link, isFirst }: { link: Link; isFirst: boolean }) {
  const [isAsked, setIsAsked] = useState(false);
  const newKey = useNewKey();
  const word = keyWord(link);
  const close = () => {
    setIsAsked(false);
    newKey.reset();
  };
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconRefresh size={16} stroke={1.5} aria-hidden="true" />}
        onClick={() => setIsAsked(true)}
      >
        {isFirst ? `Make the first ${word}` : `Rotate ${word}`}
      </Button>
      {isAsked && newKey.data && <IssuedKey link={link} issued={newKey.data} onClose={close} />}
      {isAsked && !newKey.data && <RotateQuestion {...{ link, isFirst, newKey }} onClose={close} />}
    </>
  );
}

type Props = { link: Link; isFirst: boolean; newKey: NewKey; onClose: () => void };

function RotateQuestion({ link, isFirst, newKey, onClose }: Props) {
  const [typed, setTyped] = useState("24");
  const word = keyWord(link);
  const hours = /^\s*\d{1,3}\s*$/.test(typed) && Number(typed) <= mostHours ? Number(typed) : null;
  const overlapHours = isFirst ? 0 : hours;
  const problem = newKey.error instanceof ApiError ? newKey.error.fields.overlapHours : undefined;
  return (
    <Question
      title={isFirst ? `Make a ${word} for ${link.label}` : `Rotate the ${word} of ${link.label}`}
      {...{ onClose }}
    >
      <form
        className={question.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (overlapHours !== null) newKey.mutate({ id: link.id, overlapHours });
        }}
      >
        {isFirst ? (
          <p>The {word} is shown once. Have the place ready where you keep it.</p>
        ) : (
          <>
            <TextInput
              label="Hours for which both work"
              description={`From 0 to ${mostHours}. 0 ends the one before at once.`}
              inputWrapperOrder={["label", "input", "description", "error"]}
              inputMode="numeric"
              autoComplete="off"
              data-autofocus
              error={hours === null ? `Enter a whole number from 0 to ${mostHours}.` : problem}
              value={typed}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            />
            {hours !== null && (
              <p role="status">
                <Effect word={word} hours={hours} />
              </p>
            )}
          </>
        )}
        {newKey.error && !problem && (
          <p role="alert" className={question.problem}>
            {newKey.error.message}
          </p>
        )}
        <div className={question.actions}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            {...(overlapHours === 0 && !isFirst && { color: "red" })}
            disabled={overlapHours === null}
            loading={newKey.isPending}
          >
            {isFirst ? `Make the ${word}` : overlapHours === 0 ? "Rotate at once" : `Rotate ${word}`}
          </Button>
        </div>
      </form>
    </Question>
  );
}

function Effect({ word, hours }: { word: string; hours: number }) {
  const formats = useAuth().user ?? ownFormats;
  if (hours === 0) return `The ${word} before ends at once. Whoever uses it sees nothing until they have the new one.`;
  const end = formatInstant(Date.now() + hours * hourMs, formats);
  const counted = hours === 1 ? "1 hour" : `${formatNumber(hours, formats)} hours`;
  return `Both work for ${counted}, until ${end}. Then only the new ${word} does.`;
}
