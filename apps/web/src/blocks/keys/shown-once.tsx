import { formatInstant } from "@console/figures/format";
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useFormats } from "../../lib/use-formats.ts";
import dialog from "../confirm-dialog/confirm-dialog.module.css";
import { ConfirmDialog } from "../confirm-dialog/confirm-dialog.tsx";
import detail from "../detail/detail.module.css";
import type { KeyOwner } from "./key-owner.ts";
import type { Issued } from "./use-new-key.ts";

type Props = {
  owner: KeyOwner;
  issued: Issued;
  /** What the reader has to do with it before it is gone. */
  keeping: "copy" | "save";
  onClose: () => void;
  children: ReactNode;
};

const words = {
  copy: { request: "Copy it", done: "I have copied it" },
  save: { request: "Save it", done: "I have saved it" },
};

/** A new key with all that is made with it. It cannot be shown again. */
export function ShownOnce({ owner, issued, keeping, onClose, children }: Props) {
  const formats = useFormats();
  return (
    <ConfirmDialog title={`The ${owner.word} of ${owner.name}`} isOnlyNow onClose={onClose}>
      <div className={dialog.form}>
        <p className={detail.warning} role="alert">
          This is shown only now. {words[keeping].request} before you close: the {owner.word} cannot be read again, only
          replaced.
        </p>
        {issued.earlierEndsAt && (
          <p>
            The {owner.word} before it works until {formatInstant(issued.earlierEndsAt, formats)}.
          </p>
        )}
        {children}
        <div className={dialog.actions}>
          <Button onClick={onClose}>{words[keeping].done}</Button>
        </div>
      </div>
    </ConfirmDialog>
  );
}
