import { Button } from "@mantine/core";
import { useEffect, useRef } from "react";
import chat from "./chat.module.css";
import classes from "./prompt-list.module.css";
import type { PromptChoice } from "./use-prompts.ts";

export const promptListId = "prompts";
export const promptOptionId = (id: string) => `prompt-${id}`;

/** The prompts that fit what stands behind the `/`; the field keeps the focus and takes the keys. */
export function PromptList({ choice, word }: { choice: PromptChoice; word: string }) {
  const { prompts, current, error, readAgain, point, choose } = choice;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const option = current && list.current?.querySelector(`[id="${promptOptionId(current)}"]`);
    if (option) option.scrollIntoView({ block: "nearest" });
  }, [current]);
  return (
    <div className={classes.frame}>
      {prompts.length > 0 && (
        <div ref={list} id={promptListId} role="listbox" aria-label="Prompts" className={classes.list}>
          {prompts.map((prompt) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are taken by the field, which keeps the focus
            <div
              key={prompt.id}
              id={promptOptionId(prompt.id)}
              role="option"
              tabIndex={-1}
              aria-selected={prompt.id === current}
              className={classes.option}
              onPointerMove={() => point(prompt.id)}
              // The focus stays in the field.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(prompt)}
            >
              <span className={classes.name}>
                <bdi>{prompt.name}</bdi>
                {prompt.isOwn && <span className={classes.own}>Yours</span>}
              </span>
              <span className={classes.text} dir="auto">
                {prompt.text}
              </span>
            </div>
          ))}
        </div>
      )}
      <p role="status" className={prompts.length > 0 ? chat.hidden : classes.note}>
        {sayOutcome(choice, word)}
      </p>
      {error && (
        <Button size="compact-sm" variant="default" onClick={readAgain}>
          Try again
        </Button>
      )}
    </div>
  );
}

function sayOutcome({ prompts, hasAny, isReading, error }: PromptChoice, word: string): string {
  if (error) return `The prompts could not be loaded: ${error.message}`;
  if (isReading) return "Loading the prompts …";
  if (!hasAny) return "There are no prompts yet. Save one of your questions to use it again.";
  if (prompts.length === 0) return `No prompt matches “${word}”.`;
  return prompts.length === 1
    ? "1 prompt. Enter chooses it."
    : `${prompts.length} prompts. Arrow keys move, Enter chooses.`;
}
