import "@mantine/core/styles/Input.css";
import { longestInstructions } from "@console/contracts";
import { formatInstant, formatNumber } from "@console/figures/format";
import { Button, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";
import { ConfirmDialog } from "../../blocks/confirm-dialog/confirm-dialog.tsx";
import { SideDrawer } from "../../blocks/side-drawer/side-drawer.tsx";
import { ReadProblem } from "../../blocks/states/read-problem.tsx";
import { Skeleton } from "../../blocks/states/skeleton.tsx";
import { callApi } from "../../lib/api.ts";
import { read, useWrite } from "../../lib/queries.ts";
import { queryClient } from "../../lib/query-client.ts";
import { showFailure } from "../../lib/show-failure.ts";
import { showToast } from "../../lib/toasts.ts";
import { useFormats } from "../../lib/use-formats.ts";
import classes from "./assistant-drawer.module.css";
import { OwnFilesPart } from "./attachments/own-files-part.tsx";
import chat from "./chat.module.css";
import { forgetReads } from "./forget-reads.ts";
import { MemoryPart } from "./memory-part.tsx";
import { OwnPromptsPart } from "./own-prompts-part.tsx";
import { SharedPart } from "./shared-part.tsx";

type Props = {
  onClose: () => void;
  /** Leaves the conversation that is open, since all of them are about to be deleted. */
  onLeave: () => Promise<void>;
};

/** What a person has told the assistant, what it remembers, and who can read their conversations. */
export function AssistantDrawer({ onClose, onLeave }: Props) {
  const { data, error, refetch } = useQuery(read("getAssistantProfile", {}));
  return (
    <SideDrawer title="Your assistant" closeLabel="Close your assistant" width={520} onClose={onClose}>
      {data ? (
        <div className={classes.parts}>
          <InstructionsPart instructions={data.instructions} />
          <MemoryPart profile={data} />
          <OwnPromptsPart />
          <OwnFilesPart />
          <ReadersPart days={data.conversationDays} />
          <SharedPart />
          <OpeningsPart />
          <DeletionPart onLeave={onLeave} onClose={onClose} />
        </div>
      ) : error ? (
        <ReadProblem title="Your assistant could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton label="Loading your assistant" lines={[40, 90, 90, 40, 80]} />
      )}
    </SideDrawer>
  );
}

function InstructionsPart({ instructions }: { instructions: string }) {
  const [typed, setTyped] = useState(instructions);
  const save = useWrite("changeAssistantProfile");
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    save.mutate(
      { instructions: typed },
      {
        onError: (failure) => showFailure("Instructions not saved", failure),
        onSuccess: () =>
          showToast({ type: "success", title: "Instructions saved", message: "They hold from your next question." }),
      },
    );
  };
  return (
    <section className={classes.part}>
      <h3>Instructions</h3>
      <form className={classes.form} onSubmit={submit}>
        <Textarea
          label="How you want to be answered"
          description="Told to models behind the instructions of your organisation. They change no rule and no access."
          rows={4}
          maxLength={longestInstructions}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" disabled={typed.trim() === instructions} loading={save.isPending}>
          Save instructions
        </Button>
      </form>
    </section>
  );
}

function ReadersPart({ days }: { days: number }) {
  const formats = useFormats();
  return (
    <section className={classes.part}>
      <h3>Who can read this</h3>
      <p>
        Only you read your conversations, pinned answers, instructions, memory and files. Managers of your organisation
        do not. Your colleagues read a copy of what you share.
      </p>
      <p>
        A superadmin of the platform can open one conversation at a time, only with a reason. You are told at once, and
        it is listed below. Temporary conversations and files cannot be opened.
      </p>
      <p>
        Where a model answers, your question, its conversation, passages of files that you attach, your instructions and
        your notes are sent to it. Conversations are removed {formatNumber(days, formats)} days after their last
        message, unless they are pinned.
      </p>
    </section>
  );
}

function OpeningsPart() {
  const formats = useFormats();
  const { data, error, refetch } = useQuery(read("listOwnOpenings", {}));
  return (
    <section className={classes.part}>
      <h3>Opened conversations</h3>
      {error && !data && (
        <ReadProblem heading="h3" title="The list could not be loaded" error={error} onRetry={() => void refetch()} />
      )}
      {data?.items.length === 0 && <p>Nobody has opened a conversation of yours.</p>}
      {data && data.items.length > 0 && (
        <ul className={classes.notes}>
          {data.items.map(({ id, title, by, reason, at }) => (
            <li key={id} className={classes.opening}>
              <p>{title === null ? "A conversation that is deleted" : `“${title}”`}</p>
              <p className={classes.quiet}>
                Opened by {by}, {formatInstant(at, formats)}. Reason: {reason}
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function DeletionPart({ onLeave, onClose }: Props) {
  const [isAsking, setAsking] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const removeNow = async () => {
    setRemoving(true);
    try {
      await onLeave();
      await forgetReads(["getConversation"]);
      await callApi("deleteConversations", {});
      for (const name of ["listConversations", "listOwnOpenings", "listPins", "listShares"] as const) {
        void queryClient.invalidateQueries({ queryKey: [name] });
      }
      onClose();
    } catch (failure) {
      showFailure("Conversations not deleted", failure);
      setRemoving(false);
    }
  };
  return (
    <section className={classes.part}>
      <h3>Delete conversations</h3>
      <p>Pinned answers, files and what is remembered stay.</p>
      <Button variant="default" color="red" onClick={() => setAsking(true)}>
        Delete all conversations
      </Button>
      {isAsking && (
        <ConfirmDialog title="Delete all conversations?" onClose={() => setAsking(false)}>
          <p>All your conversations are removed for good, archived and pinned ones too.</p>
          <div className={chat.acts}>
            <Button color="red" loading={isRemoving} onClick={() => void removeNow()}>
              Delete conversations
            </Button>
            <Button variant="default" onClick={() => setAsking(false)}>
              Cancel
            </Button>
          </div>
        </ConfirmDialog>
      )}
    </section>
  );
}
