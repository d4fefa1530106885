import type { ConversationHead } from "@console/contracts";
import { formatCounted } from "@console/figures/format";
import { Button } from "@mantine/core";
import { useState } from "react";
import dialogClasses from "../../blocks/confirm-dialog/confirm-dialog.module.css";
import { ConfirmDialog } from "../../blocks/confirm-dialog/confirm-dialog.tsx";
import { callApi } from "../../lib/api.ts";
import { read, refetchTopic, useWrite } from "../../lib/queries.ts";
import { showFailure } from "../../lib/show-failure.ts";
import { useFormats } from "../../lib/use-formats.ts";
import classes from "./chat.module.css";
import acts from "./conversation-acts.module.css";
import { forgetReads } from "./forget-reads.ts";
import { OneField } from "./one-field.tsx";

type Props = {
  /** Those that are selected and still there. */
  selected: readonly ConversationHead[];
  isArchived: boolean;
  folders: readonly string[];
  onSelectAll: () => void;
  /** Leaves the conversation that is open, where it is about to be deleted. */
  onLeave: (deleted: readonly string[]) => Promise<void>;
  onDone: () => void;
};

/** What can be done with several conversations together; each act asks first. */
export function SelectionBar({ selected, isArchived, folders, onSelectAll, onLeave, onDone }: Props) {
  const formats = useFormats();
  const [dialog, setDialog] = useState<"archive" | "move" | "delete" | null>(null);
  const [isRemoving, setRemoving] = useState(false);
  const change = useWrite("changeConversations");
  const conversations = selected.map(({ id }) => id);
  const counted = formatCounted(selected.length, "conversation", formats);
  const close = () => setDialog(null);
  const save = (changed: { isArchived?: boolean; folder?: string | null }) =>
    change.mutate(
      { conversations, ...changed },
      { onSuccess: onDone, onError: (failure) => showFailure("Conversations not changed", failure) },
    );
  const remove = async () => {
    setRemoving(true);
    try {
      await onLeave(conversations);
      for (const id of conversations) await forgetReads(read("getConversation", { conversation: id }).queryKey);
      await callApi("deleteSelectedConversations", { conversations });
      onDone();
    } catch (failure) {
      showFailure("Conversations not deleted", failure);
      setRemoving(false);
    } finally {
      void refetchTopic("conversations");
    }
  };
  const button = { size: "compact-sm", variant: "default", disabled: selected.length === 0 } as const;
  return (
    <section className={acts.selection} aria-label="Selected conversations">
      <p role="status" className={classes.note}>
        {counted} selected
      </p>
      <div className={classes.acts}>
        <Button size="compact-sm" variant="subtle" color="gray" onClick={onSelectAll}>
          Select all shown
        </Button>
        <Button {...button} onClick={() => setDialog("archive")}>
          {isArchived ? "Move out of the archive" : "Archive"}
        </Button>
        <Button {...button} onClick={() => setDialog("move")}>
          Move to folder
        </Button>
        <Button {...button} color="red" onClick={() => setDialog("delete")}>
          Delete
        </Button>
      </div>
      {dialog === "archive" && (
        <ConfirmDialog
          title={isArchived ? `Move ${counted} out of the archive?` : `Archive ${counted}?`}
          onClose={close}
        >
          <div className={dialogClasses.actions}>
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button loading={change.isPending} onClick={() => save({ isArchived: !isArchived })}>
              {isArchived ? "Move conversations" : "Archive conversations"}
            </Button>
          </div>
        </ConfirmDialog>
      )}
      {dialog === "move" && (
        <ConfirmDialog title={`Move ${counted} to a folder`} onClose={close}>
          <OneField
            label="Folder"
            start=""
            choices={folders}
            mayBeEmpty
            isBusy={change.isPending}
            onSave={(folder) => save({ folder: folder === "" ? null : folder })}
          />
        </ConfirmDialog>
      )}
      {dialog === "delete" && (
        <ConfirmDialog title={`Delete ${counted}?`} onClose={close}>
          <p>They are removed for good, with all their answers.</p>
          <div className={dialogClasses.actions}>
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button color="red" loading={isRemoving} onClick={() => void remove()}>
              Delete conversations
            </Button>
          </div>
        </ConfirmDialog>
      )}
    </section>
  );
}
