import type { EntityField } from "@console/contracts";
import { TextInput } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { plainFilter } from "./resource-address.ts";

type Props = { field: EntityField; value: string; onChange: (value: string) => void };

const restMs = 400;

/** Narrows a list to rows that have exactly the text which is typed, once the typing rests. */
export function TextFilter({ field, value, onChange }: Props) {
  const text = plainFilter(value);
  const [typed, setTyped] = useState(text);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useRef(text);
  useEffect(() => {
    if (text === sent.current) return;
    sent.current = text;
    setTyped(text);
  }, [text]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const send = (text: string) => {
    clearTimeout(timer.current);
    sent.current = text.trim();
    onChange(encodeURIComponent(text.trim()));
  };
  return (
    <TextInput
      size="xs"
      aria-label={field.label}
      placeholder={`${field.label}: all`}
      autoComplete="off"
      value={typed}
      onChange={({ currentTarget }) => {
        const next = currentTarget.value;
        setTyped(next);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => send(next), restMs);
      }}
      onKeyDown={({ key }) => {
        if (key === "Enter") send(typed);
      }}
    />
  );
}
