import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import dialog from "../confirm-dialog/confirm-dialog.module.css";
import { ConfirmDialog } from "../confirm-dialog/confirm-dialog.tsx";
import { Skeleton } from "../states/skeleton.tsx";
import type { KeyOwner } from "./key-owner.ts";
import type { Issued, NewKey } from "./use-new-key.ts";

type Props<Answer extends Issued> = {
  owner: KeyOwner;
  newKey: NewKey<Answer>;
  show: (issued: Answer) => ReactNode;
  onClose: () => void;
};

/** The first key of what was just made; where it was refused, a way to ask again. */
export function FirstKey<Answer extends Issued>({ owner, newKey, show, onClose }: Props<Answer>) {
  const { id, name, one, word } = owner;
  if (newKey.data) return show(newKey.data);
  return (
    <ConfirmDialog title={`The ${word} of ${name}`} isOnlyNow onClose={onClose}>
      {newKey.error ? (
        <div className={dialog.form}>
          <p role="alert" className={dialog.problem}>
            The {one} is created, but has no {word} yet. {newKey.error.message}
          </p>
          <div className={dialog.actions}>
            <Button variant="default" onClick={onClose}>
              Later
            </Button>
            <Button onClick={() => newKey.mutate({ id, overlapHours: 0 })}>Create the {word}</Button>
          </div>
        </div>
      ) : (
        <Skeleton label={`Creating the ${word}`} lines={[100, 80]} />
      )}
    </ConfirmDialog>
  );
}
