import "@mantine/core/styles/Input.css";
import "@mantine/core/styles/CloseButton.css";
import { CloseButton, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { type Ref, useState } from "react";

const restMs = 250;

/** What is typed is asked for after a short rest; what the address says wins over it. */
export function SearchBox({
  label,
  value,
  onSearch,
  ref,
}: {
  label: string;
  value: string;
  onSearch: (search: string) => void;
  ref: Ref<HTMLInputElement>;
}) {
  const [draft, setDraft] = useState(value);
  const [lastSearch, setLastSearch] = useState(value);
  if (value !== lastSearch) {
    setLastSearch(value);
    setDraft(value);
  }
  const ask = (text: string) => {
    setLastSearch(text.trim());
    onSearch(text.trim());
  };
  const askLater = useDebouncedCallback(ask, restMs);
  const askNow = (text: string) => {
    askLater.cancel();
    setDraft(text);
    ask(text);
  };

  return (
    <TextInput
      ref={ref}
      type="search"
      size="xs"
      aria-label={label}
      placeholder="Search"
      value={draft}
      maxLength={200}
      leftSection={<IconSearch size={16} stroke={1.5} aria-hidden="true" />}
      rightSection={draft && <CloseButton size="sm" aria-label="Clear search" onClick={() => askNow("")} />}
      onChange={({ currentTarget }) => {
        setDraft(currentTarget.value);
        askLater(currentTarget.value);
      }}
      onKeyDown={({ key }) => {
        if (key === "Enter") askNow(draft);
        if (key === "Escape" && draft) askNow("");
      }}
    />
  );
}
