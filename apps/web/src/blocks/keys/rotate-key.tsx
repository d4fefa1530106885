import { formatInstant, formatNumber } from "@console/figures/format";
import { Button, TextInput } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useAppForm } from "../../lib/use-app-form.ts";
import { useFormats } from "../../lib/use-formats.ts";
import dialog from "../confirm-dialog/confirm-dialog.module.css";
import { ConfirmDialog } from "../confirm-dialog/confirm-dialog.tsx";
import type { KeyOwner } from "./key-owner.ts";
import { type Issued, type IssueKey, type NewKey, useNewKey } from "./use-new-key.ts";

const mostHours = 720;
const hourMs = 3_600_000;

type Props<Answer extends Issued> = {
  owner: KeyOwner;
  isFirst: boolean;
  issue: IssueKey<Answer>;
  /** What happens to those who use the key before, once it has ended. */
  loss: string;
  show: (issued: Answer, close: () => void) => ReactNode;
};

/** Gives out another key; the one before works on for some hours, or ends at once. */
export function RotateKey<Answer extends Issued>({ owner, isFirst, issue, loss, show }: Props<Answer>) {
  const [isOpen, setIsOpen] = useState(false);
  const newKey = useNewKey(issue);
  const close = () => {
    setIsOpen(false);
    newKey.reset();
  };
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconRefresh size={16} stroke={1.5} aria-hidden="true" />}
        onClick={() => setIsOpen(true)}
      >
        {isFirst ? `Create the first ${owner.word}` : `Rotate ${owner.word}`}
      </Button>
      {isOpen && newKey.data && show(newKey.data, close)}
      {isOpen && !newKey.data && (
        <RotateDialog owner={owner} isFirst={isFirst} loss={loss} newKey={newKey} onClose={close} />
      )}
    </>
  );
}

type DialogProps<Answer extends Issued> = {
  owner: KeyOwner;
  isFirst: boolean;
  loss: string;
  newKey: NewKey<Answer>;
  onClose: () => void;
};

function RotateDialog<Answer extends Issued>({ owner, isFirst, loss, newKey, onClose }: DialogProps<Answer>) {
  const form = useAppForm({ initialValues: { overlapHours: "24" } });
  const { overlapHours: typed } = form.values;
  const { id, name, word } = owner;
  const hours = /^\s*\d{1,3}\s*$/.test(typed) && Number(typed) <= mostHours ? Number(typed) : null;
  const overlapHours = isFirst ? 0 : hours;
  return (
    <ConfirmDialog title={isFirst ? `Create a ${word} for ${name}` : `Rotate the ${word} of ${name}`} onClose={onClose}>
      <form
        ref={form.element}
        className={dialog.form}
        noValidate
        onSubmit={form.submit(async () => {
          if (overlapHours !== null) await newKey.mutateAsync({ id, overlapHours });
        })}
      >
        {isFirst ? (
          <p>The {word} is shown once. Be ready to store it.</p>
        ) : (
          <>
            <TextInput
              label="Overlap (hours)"
              description={`From 0 to ${mostHours}. 0 ends the previous one at once.`}
              inputWrapperOrder={["label", "input", "description", "error"]}
              inputMode="numeric"
              autoComplete="off"
              data-autofocus
              {...form.getInputProps("overlapHours")}
              error={hours === null ? `Enter a whole number from 0 to ${mostHours}.` : form.errors.overlapHours}
            />
            {hours !== null && (
              <p role="status">
                <Effect word={word} hours={hours} loss={loss} />
              </p>
            )}
          </>
        )}
        {form.failure && (
          <p role="alert" className={dialog.problem}>
            {form.failure.message}
          </p>
        )}
        <div className={dialog.actions}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            {...(overlapHours === 0 && !isFirst && { color: "red" })}
            disabled={overlapHours === null}
            loading={form.submitting}
          >
            {isFirst ? `Create the ${word}` : overlapHours === 0 ? "Rotate at once" : `Rotate ${word}`}
          </Button>
        </div>
      </form>
    </ConfirmDialog>
  );
}

function Effect({ word, hours, loss }: { word: string; hours: number; loss: string }) {
  const formats = useFormats();
  if (hours === 0) return `The ${word} before ends at once. ${loss}`;
  const end = formatInstant(Date.now() + hours * hourMs, formats);
  const counted = hours === 1 ? "1 hour" : `${formatNumber(hours, formats)} hours`;
  return `Both work for ${counted}, until ${end}. Then only the new ${word} does.`;
}
