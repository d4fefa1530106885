import type { ConversationHead } from "@console/contracts";
import { Checkbox } from "@mantine/core";
import { IconPin } from "@tabler/icons-react";
import classes from "./chat.module.css";
import { ConversationMenu } from "./conversation-menu.tsx";

type Props = {
  item: ConversationHead;
  isOpen: boolean;
  folders: readonly string[];
  /** Whether it is among those that are selected; absent while nothing is selected. */
  isSelected: boolean | undefined;
  onSelect: (isSelected: boolean) => void;
  onOpen: (conversation: Pick<ConversationHead, "id" | "tenant"> | null) => Promise<void>;
};

/** One conversation of the list: opened by its title, or ticked while several are selected. */
export function ConversationEntry({ item, isOpen, folders, isSelected, onSelect, onOpen }: Props) {
  return (
    <li className={classes.entry} data-open={isOpen}>
      {isSelected !== undefined && (
        <Checkbox
          size="xs"
          aria-label={`Select ${item.title}`}
          checked={isSelected}
          onChange={(event) => onSelect(event.currentTarget.checked)}
        />
      )}
      <button
        type="button"
        className={classes.open}
        aria-current={isOpen ? "page" : undefined}
        onClick={() => void onOpen(item)}
      >
        <span className={classes.entryTitle}>
          {item.isPinned && <IconPin size={12} stroke={1.5} role="img" aria-label="Pinned" />}
          {item.title}
        </span>
        <EntryFacts item={item} />
      </button>
      {isSelected === undefined && (
        <ConversationMenu item={item} folders={folders} onLeave={async () => (isOpen ? onOpen(null) : undefined)} />
      )}
    </li>
  );
}

function EntryFacts({ item: { tenant, isWorking, expiresAt, importedAt, found } }: { item: ConversationHead }) {
  const facts = [
    ...(isWorking ? ["Answering …"] : []),
    ...(tenant ? [tenant.name] : []),
    ...(expiresAt ? ["Temporary"] : []),
    ...(importedAt ? ["Imported"] : []),
    ...(found ? [found] : []),
  ];
  return facts.length === 0 ? null : <span className={classes.entryFacts}>{facts.join(" · ")}</span>;
}
