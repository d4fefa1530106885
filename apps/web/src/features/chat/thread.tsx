import { type ChatMessage, noModel, type RouteInput, type Routes } from "@console/contracts";
import { formatInstant } from "@console/figures/format";
import { Button } from "@mantine/core";
import { type ComponentProps, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { ReadProblem } from "../../blocks/states/read-problem.tsx";
import { Skeleton } from "../../blocks/states/skeleton.tsx";
import { useFormats } from "../../lib/use-formats.ts";
import { AnswerMessage } from "./answer-message.tsx";
import { AnswerSettings } from "./answer-settings.tsx";
import { isOpen, type ShownMessage } from "./branch.ts";
import classes from "./chat.module.css";
import { OwnMessage } from "./chat-message.tsx";
import { ComparedAnswers } from "./compared-answers.tsx";
import { Composer } from "./composer.tsx";
import { useConversation } from "./use-conversation.ts";
import { useModelChoice } from "./use-model-choice.ts";
import { useStickToEnd } from "./use-stick-to-end.ts";

type Query = RouteInput<Routes["runQuestion"]>["query"];

type Props = { id: string; field: RefObject<HTMLTextAreaElement | null> };

/** One conversation, and where it goes on. */
export function Thread({ id, field }: Props) {
  const chat = useConversation(id);
  const { conversation, error, branchShown, working, isSending, send, branch, retry, goOn, keep, stop, show, end } =
    chat;
  const formats = useFormats();
  const { models, problem, model: choice, choose } = useModelChoice();
  const [changed, setChanged] = useState<{ message: string; query: Query } | null>(null);
  const isWorking = working.length > 0;
  const list = useRef<HTMLDivElement>(null);
  const { isAway, jumpToEnd } = useStickToEnd(list, { messages: branchShown.length, isGrowing: isWorking });
  const sending = choice === undefined ? {} : { model: choice };
  const last = branchShown.at(-1)?.message;

  useEffect(() => field.current?.focus({ preventScroll: true }), [field]);
  const ask = useCallback(
    (text: string, more: { query?: Query; compareWith?: string; files?: string[] } = {}) => {
      const previous = changed && changed.message === last?.id ? { previous: changed.query } : {};
      jumpToEnd();
      return send(text, { ...sending, ...previous, ...more });
    },
    [changed, last, send, sending, jumpToEnd],
  );
  const editLast = () => {
    const own = branchShown.findLast(({ message }) => message.role === "user");
    if (own) list.current?.querySelector<HTMLElement>(`[data-edit="${CSS.escape(own.message.id)}"]`)?.click();
  };

  if (error) return <ReadProblem title="The conversation could not be loaded" error={error} onRetry={chat.retryRead} />;
  if (!conversation) return <Skeleton label="Loading the conversation" lines={[60, 90, 80, 40]} />;
  return (
    <div className={classes.thread}>
      <Announcer last={branchShown.at(-1)} />
      {conversation.importedAt !== null && (
        <p className={classes.note}>Imported on {formatInstant(conversation.importedAt, formats)}.</p>
      )}
      <div ref={list} className={classes.messages}>
        {branchShown.map((shown, place) =>
          shown.message.role === "user" ? (
            <OwnMessage
              key={shown.message.id}
              shown={shown}
              isBusy={isSending || isWorking}
              onShow={(message) => void show(message)}
              onBranch={(message, text) => branch(message, text, choice)}
            />
          ) : (
            <Answers
              key={shown.message.id}
              shown={shown}
              question={branchShown[place - 1]?.message.text ?? ""}
              isLast={place === branchShown.length - 1}
              isBusy={isSending}
              canPin={conversation.tenant === null}
              onShow={(message) => void show(message)}
              onRetry={(message) => void retry(message, choice)}
              onContinue={(message) => {
                jumpToEnd();
                void goOn(message);
              }}
              onKeep={(message) => void keep(message)}
              onSend={(text, more) => void ask(text, more)}
              onEnd={end}
              onChange={(message, query) => setChanged({ message, query })}
            />
          ),
        )}
      </div>
      <div className={classes.foot}>
        {isAway && isWorking && (
          <Button size="compact-sm" variant="default" className={classes.jump} onClick={jumpToEnd}>
            Jump to the latest
          </Button>
        )}
        {problem && <p className={classes.note}>{problem}</p>}
        <Composer
          field={field}
          placeholder={
            branchShown.length > 0 ? "Ask a follow-up, such as: and last month?" : "In your own words, or / for prompts"
          }
          models={models}
          model={choice}
          onModel={choose}
          isBusy={isSending}
          onStop={isWorking ? () => void stop(working) : undefined}
          onSend={ask}
          onEditLast={editLast}
        />
        {choice !== undefined && choice !== noModel && (
          <AnswerSettings conversation={id} settings={conversation.settings} />
        )}
      </div>
    </div>
  );
}

/** One answer, or two beside each other as long as none of them has been chosen. */
function Answers({
  isLast,
  onKeep,
  ...props
}: ComponentProps<typeof AnswerMessage> & { onKeep: (id: string) => void }) {
  if (isLast && props.shown.message.isCompared) return <ComparedAnswers onKeep={onKeep} {...props} />;
  return <AnswerMessage isLast={isLast} {...props} />;
}

const longestSaid = 400;

/** Says when an answer is being written and what it says, once and as a whole. */
function Announcer({ last }: { last: ShownMessage | undefined }) {
  const [said, setSaid] = useState("");
  const wasOpen = useRef<string | null>(null);
  const message: ChatMessage | undefined = last?.message;
  useEffect(() => {
    if (message?.role !== "assistant") return;
    if (isOpen(message)) {
      wasOpen.current = message.id;
      setSaid("Answering …");
    } else if (wasOpen.current === message.id) {
      wasOpen.current = null;
      const end = message.problem?.text ?? "";
      setSaid(message.text.length <= longestSaid ? `${message.text} ${end}` : `The answer is finished. ${end}`);
    }
  }, [message]);
  return (
    <p role="status" className={classes.hidden}>
      {said}
    </p>
  );
}
