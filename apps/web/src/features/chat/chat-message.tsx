import { type ChatMessage, longestPrompt } from "@console/contracts";
import { Button } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { AttachedFiles } from "./attachments/attached-files.tsx";
import type { ShownMessage } from "./branch.ts";
import classes from "./chat.module.css";
import { EditMessage } from "./edit-message.tsx";
import { SavePromptDialog } from "./save-prompt-dialog.tsx";

type Props = {
  shown: ShownMessage;
  isBusy: boolean;
  onShow: (message: string) => void;
  onBranch: (message: string, text: string) => Promise<boolean>;
};

/** What a person wrote, with a way to say it in other words. */
export function OwnMessage({ shown, isBusy, onShow, onBranch }: Props) {
  const [isEditing, setEditing] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const { message } = shown;
  if (isEditing) {
    return (
      <EditMessage
        text={message.text}
        hasFiles={message.attachments.length > 0}
        onCancel={() => setEditing(false)}
        onSend={async (text) => {
          if (await onBranch(message.id, text)) setEditing(false);
        }}
      />
    );
  }
  return (
    <article className={classes.own} aria-label="Your message" data-own>
      <p className={classes.ownText} dir="auto">
        {message.text}
      </p>
      <AttachedFiles attachments={message.attachments} />
      <div className={classes.acts}>
        <BranchSwitch shown={shown} onShow={onShow} what="Version" />
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          disabled={isBusy}
          data-edit={message.id}
          onClick={() => setEditing(true)}
        >
          Edit
        </Button>
        {message.text.length <= longestPrompt && (
          <Button size="compact-sm" variant="subtle" color="gray" onClick={() => setSaving(true)}>
            Save as prompt
          </Button>
        )}
      </div>
      {isSaving && <SavePromptDialog text={message.text} onClose={() => setSaving(false)} />}
    </article>
  );
}

type SwitchProps = { shown: ShownMessage; onShow: (message: string) => void; what: string };

/** Leads to the branches beside the one that is shown. */
export function BranchSwitch({ shown, onShow, what }: SwitchProps): ReactNode {
  const { siblings, place } = shown;
  if (siblings.length < 2) return null;
  const step = (by: number) => {
    const sibling: ChatMessage | undefined = siblings[place + by];
    if (sibling) onShow(sibling.id);
  };
  const icon = { size: 14, stroke: 1.5, "aria-hidden": true } as const;
  return (
    <span className={classes.switch}>
      <button type="button" aria-label="Previous version" disabled={place === 0} onClick={() => step(-1)}>
        <IconChevronLeft {...icon} />
      </button>
      <span>
        {what} {place + 1} of {siblings.length}
      </span>
      <button type="button" aria-label="Next version" disabled={place === siblings.length - 1} onClick={() => step(1)}>
        <IconChevronRight {...icon} />
      </button>
    </span>
  );
}
