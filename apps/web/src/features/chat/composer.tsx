import "@mantine/core/styles/Input.css";
import { type ChatModel, longestMessage } from "@console/contracts";
import { Button, Textarea } from "@mantine/core";
import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  type RefObject,
  type SyntheticEvent,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { refetchTopic } from "../../lib/queries.ts";
import { AttachFiles } from "./attachments/attach-files.tsx";
import attached from "./attachments/attachments.module.css";
import { ChosenFiles } from "./attachments/chosen-files.tsx";
import { useAttachments } from "./attachments/use-attachments.ts";
import classes from "./chat.module.css";
import { LimitMeter } from "./limit-meter.tsx";
import { ModelChoice } from "./model-choice.tsx";
import { PromptList, promptListId, promptOptionId } from "./prompt-list.tsx";
import { selectPlaceholder, usePrompts } from "./use-prompts.ts";

type Props = {
  field: RefObject<HTMLTextAreaElement | null>;
  placeholder: string;
  models: readonly ChatModel[];
  model: string | undefined;
  onModel: (model: string) => void;
  isBusy: boolean;
  /** Stops the answer that is being written; absent where none is. */
  onStop?: (() => void) | undefined;
  /** Sends a question, with the files that are attached, to a second model too where one is chosen for it. */
  onSend: (text: string, more: { compareWith?: string; files?: string[] }) => Promise<boolean>;
  /** Edits the last message; asked for with the arrow up in an empty field. */
  onEditLast: () => void;
};

/** Where questions are written. */
export function Composer(props: Props) {
  const { field, placeholder, models, model, onModel, isBusy, onStop, onSend, onEditLast } = props;
  const [typed, setTyped] = useState("");
  const prompts = usePrompts(typed, ({ text }) => {
    // What is selected must stand there already.
    flushSync(() => setTyped(text));
    if (field.current) selectPlaceholder(field.current);
  });
  const [compareWith, setCompareWith] = useState<string>();
  const attachments = useAttachments();
  const [isOver, setOver] = useState(false);
  const send = async () => {
    const text = typed.trim();
    if (text === "" || isBusy || onStop) return field.current?.focus();
    if (!attachments.checkReady()) return;
    const files = attachments.files.map(({ id }) => id);
    const more = { ...(compareWith !== undefined && { compareWith }), ...(files.length > 0 && { files }) };
    setTyped("");
    // What could not be sent is there to be sent again.
    if (!(await onSend(text, more))) return setTyped(text);
    attachments.clear();
    if (files.length > 0) void refetchTopic("files");
    // Both answers count, so that it is chosen for each question.
    setCompareWith(undefined);
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    void send();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (prompts.takeKey(event)) return event.preventDefault();
    if (event.key === "Enter" && !event.shiftKey) submit(event);
    if (event.key === "Escape" && onStop) onStop();
    if (event.key === "ArrowUp" && typed === "") {
      event.preventDefault();
      onEditLast();
    }
  };
  /** Takes files that were dropped or pasted; everything else goes its usual way. */
  const takeFiles = (event: DragEvent | ClipboardEvent, transfer: DataTransfer) => {
    setOver(false);
    if (!attachments.isOn || transfer.files.length === 0) return;
    event.preventDefault();
    attachments.add([...transfer.files]);
  };
  const onDragOver = (event: DragEvent) => {
    if (!attachments.isOn || !event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    setOver(true);
  };
  const rows = Math.min(8, Math.max(1, typed.split("\n").length, Math.ceil(typed.length / 80)));
  return (
    <>
      {prompts.isOpen && <PromptList choice={prompts} word={typed.slice(1)} />}
      <ChosenFiles attachments={attachments} />
      <form
        className={isOver ? `${classes.composer} ${attached.over}` : classes.composer}
        onSubmit={submit}
        onDragOver={onDragOver}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => takeFiles(event, event.dataTransfer)}
      >
        <Textarea
          ref={field}
          aria-label="Ask a question"
          aria-autocomplete="list"
          aria-controls={prompts.prompts.length > 0 ? promptListId : undefined}
          aria-activedescendant={prompts.current === null ? undefined : promptOptionId(prompts.current)}
          className={classes.field}
          placeholder={placeholder}
          autosize={false}
          rows={rows}
          maxLength={longestMessage}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onPaste={(event) => takeFiles(event, event.clipboardData)}
        />
        {attachments.isOn && <AttachFiles attachments={attachments} />}
        <ModelChoice
          models={models}
          model={model}
          onModel={onModel}
          compareWith={compareWith}
          onCompare={setCompareWith}
        />
        {onStop ? (
          <Button variant="default" onClick={onStop}>
            Stop
          </Button>
        ) : (
          <Button type="submit" loading={isBusy}>
            Ask
          </Button>
        )}
      </form>
      <LimitMeter model={model} hasModels={models.length > 0} onModel={onModel} />
    </>
  );
}
