import type { Prompt } from "@console/contracts";
import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useState } from "react";
import { read } from "../../lib/queries.ts";

const placeholder = /\{[^{}\n]{1,40}\}/;

/** The prompts that are offered while a `/` and what is looked for stand in the field. */
export function usePrompts(typed: string, onChoose: (prompt: Prompt) => void) {
  const [closedFor, setClosedFor] = useState<string | null>(null);
  const [place, setPlace] = useState(0);
  const isOpen = /^\/[^\n/]*$/.test(typed) && closedFor !== typed;
  const { data, error, refetch } = useQuery({ ...read("listPrompts", {}), enabled: isOpen });
  const word = typed.slice(1).trim().toLowerCase();
  const prompts = (isOpen ? (data?.items ?? []) : []).filter(({ name, text }) =>
    `${name} ${text}`.toLowerCase().includes(word),
  );
  // Fewer are left with each letter.
  const at = Math.min(place, Math.max(0, prompts.length - 1));
  const close = () => setClosedFor(typed);

  /** Takes the keys of the list; true where one was taken. */
  function takeKey({ key, shiftKey }: KeyboardEvent): boolean {
    const current = prompts[at];
    if (!isOpen) return false;
    if (key === "Escape") close();
    else if (!current) return false;
    else if (key === "ArrowDown") setPlace((at + 1) % prompts.length);
    else if (key === "ArrowUp") setPlace((at - 1 + prompts.length) % prompts.length);
    else if (key === "Enter" && !shiftKey) onChoose(current);
    else return false;
    return true;
  }

  return {
    isOpen,
    prompts,
    hasAny: (data?.items.length ?? 0) > 0,
    isReading: isOpen && !data && !error,
    error: isOpen && !data ? error : null,
    readAgain: () => void refetch(),
    current: prompts[at]?.id ?? null,
    point: (id: string) => setPlace(prompts.findIndex((one) => one.id === id)),
    choose: onChoose,
    takeKey,
  };
}
export type PromptChoice = ReturnType<typeof usePrompts>;

/** Selects what is to be filled in first, or goes to the end. */
export function selectPlaceholder(field: HTMLTextAreaElement): void {
  field.focus();
  const { index, 0: found } = placeholder.exec(field.value) ?? { index: field.value.length, 0: "" };
  field.setSelectionRange(index, index + found.length);
}
