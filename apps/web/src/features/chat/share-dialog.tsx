import type { OwnShare } from "@console/contracts";
import { formatCounted, formatInstant } from "@console/figures/format";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import dialog from "../../blocks/confirm-dialog/confirm-dialog.module.css";
import { ConfirmDialog } from "../../blocks/confirm-dialog/confirm-dialog.tsx";
import { ReadProblem } from "../../blocks/states/read-problem.tsx";
import { Skeleton } from "../../blocks/states/skeleton.tsx";
import { read, useWrite } from "../../lib/queries.ts";
import { useFormats } from "../../lib/use-formats.ts";
import classes from "./conversation-acts.module.css";
import { addressOfShare, copyShareLink } from "./share-link.ts";

type Props = { conversation: string; title: string; onClose: () => void };

/** Shares a copy of a conversation within the organisation, and takes it back. */
export function ShareDialog({ conversation, title, onClose }: Props) {
  const { data, error, refetch } = useQuery(read("getConversationShare", { conversation }));
  return (
    <ConfirmDialog title="Share the conversation" onClose={onClose}>
      {data ? (
        <ShareState conversation={conversation} title={title} share={data.share} onClose={onClose} />
      ) : error ? (
        <ReadProblem heading="h3" title="Sharing could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton label="Loading" lines={[90, 60]} />
      )}
    </ConfirmDialog>
  );
}

function ShareState({ conversation, title, share, onClose }: Props & { share: OwnShare | null }) {
  const formats = useFormats();
  const save = useWrite("shareConversation");
  const revoke = useWrite("revokeShare");
  const failure = save.error ?? revoke.error;
  const isBusy = save.isPending || revoke.isPending;
  return (
    <div className={dialog.form}>
      {share ? (
        <>
          <p>
            A copy of {formatInstant(share.sharedAt, formats)} with {formatCounted(share.messages, "message", formats)}{" "}
            is shared. What you ask now is not in it until you update it.
          </p>
          <p className={classes.shareLink}>{addressOfShare(share.id)}</p>
        </>
      ) : (
        <p>
          Everyone in your organisation who may chat can read a copy of “{title}” as it is now: questions, answers and
          their tables. What the model thought, your memory and your files are not in it, but what a model wrote from a
          file is. You can stop sharing at any time.
        </p>
      )}
      {failure && (
        <p role="alert" className={dialog.problem}>
          {failure.message}
        </p>
      )}
      <div className={dialog.actions}>
        {share ? (
          <>
            <Button
              variant="default"
              color="red"
              loading={revoke.isPending}
              disabled={isBusy}
              onClick={() => revoke.mutate({ conversation })}
            >
              Stop sharing
            </Button>
            <Button
              variant="default"
              loading={save.isPending}
              disabled={isBusy}
              onClick={() => save.mutate({ conversation })}
            >
              Update copy
            </Button>
            <Button onClick={() => void copyShareLink(share.id)}>Copy link</Button>
          </>
        ) : (
          <>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button loading={save.isPending} onClick={() => save.mutate({ conversation })}>
              Share conversation
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
