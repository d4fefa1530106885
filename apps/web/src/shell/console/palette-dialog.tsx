import "@mantine/core/styles/ScrollArea.css";
import "@mantine/core/styles/Overlay.css";
import "@mantine/core/styles/Paper.css";
import "@mantine/core/styles/ModalBase.css";
import "@mantine/core/styles/Modal.css";
import { Modal } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { signOut } from "../../lib/auth/session.ts";
import { publicConfig } from "../../lib/config.ts";
import { toggleColorScheme } from "../theme/color-scheme.ts";
import { useColorScheme } from "../theme/use-color-scheme.ts";
import { type Command, commandsFor, commandsForHits, commandToAsk, findCommands } from "./commands.ts";
import type { NavigationGroup } from "./navigation.ts";
import classes from "./palette-dialog.module.css";
import { useSearch } from "./use-search.ts";

const optionId = (id: string) => `command-${id}`;

/** Jumps to a page or does an action by a few typed letters; mounted while it is open. */
export function PaletteDialog({ groups, onClose }: { groups: readonly NavigationGroup[]; onClose: () => void }) {
  const navigate = useNavigate();
  const isDark = useColorScheme() === "dark";
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const open = (href: string) => void navigate({ href });
  // The same question again is another step, and asked again.
  const askAt = (href: string) => void navigate({ href, state: { askedAt: Date.now() } });
  const commands = commandsFor(groups, {
    isDark,
    open,
    switchTheme: toggleColorScheme,
    signOut: () => void signOut(),
  });
  const found = useSearch(typed);
  const named = findCommands(commands, typed);
  const question = commandToAsk(typed, groups, `/tenant/my-${publicConfig().productSlug}`, askAt);
  const results = [...named, ...commandsForHits(found.hits, named, open)];
  const matches = question ? [...results, question] : results;
  const current = matches[chosen];
  const currentId = current?.id;

  useEffect(() => {
    const option = currentId && list.current?.querySelector(`[id="${optionId(currentId)}"]`);
    if (option) option.scrollIntoView({ block: "nearest" });
  }, [currentId]);

  function run(command: Command | undefined) {
    if (!command) return;
    onClose();
    command.run();
  }

  function move(event: KeyboardEvent) {
    const last = matches.length - 1;
    const next = {
      ArrowDown: chosen >= last ? 0 : chosen + 1,
      ArrowUp: chosen <= 0 ? last : chosen - 1,
      Home: 0,
      End: last,
    }[event.key];
    if (event.key === "Enter") run(current);
    else if (next !== undefined) setChosen(next);
    else return;
    event.preventDefault();
  }

  return (
    <Modal.Root
      opened
      onClose={onClose}
      size={560}
      yOffset="12vh"
      // The scroll lock of the component writes a style element, which the page's policy refuses.
      lockScroll={false}
      transitionProps={{ duration: 120, transition: "fade" }}
      classNames={{ content: classes.content }}
    >
      <Modal.Overlay backgroundOpacity={0.55} />
      <Modal.Content aria-label="Search">
        <div className={classes.field}>
          <IconSearch size={18} stroke={1.5} aria-hidden="true" />
          <input
            data-autofocus
            className={classes.input}
            role="combobox"
            aria-label="Search"
            aria-expanded={matches.length > 0}
            aria-controls="commands"
            aria-activedescendant={currentId && optionId(currentId)}
            aria-autocomplete="list"
            autoComplete="off"
            spellCheck={false}
            placeholder="Search pages, people, reports, orders …"
            value={typed}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              setChosen(0);
            }}
            onKeyDown={move}
          />
        </div>
        <div ref={list} id="commands" className={classes.list} role="listbox" aria-label="Results">
          {matches.map((command, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are taken by the field, which keeps the focus
            <div
              key={command.id}
              id={optionId(command.id)}
              role="option"
              tabIndex={-1}
              aria-selected={index === chosen}
              className={classes.option}
              onPointerMove={() => setChosen(index)}
              onClick={() => run(command)}
            >
              <command.icon size={18} stroke={1.5} aria-hidden="true" />
              <span className={classes.label}>
                {command.label}
                {command.detail && <span className={classes.detail}>{command.detail}</span>}
              </span>
              <span className={classes.group}>{command.group}</span>
            </div>
          ))}
        </div>
        <p role="status" className={results.length > 0 ? classes.count : classes.nothing}>
          {/* What can be asked was not found. */}
          {sayOutcome(results.length, typed.trim(), found)}
        </p>
      </Modal.Content>
    </Modal.Root>
  );
}

function sayOutcome(count: number, typed: string, { isSearching, error }: ReturnType<typeof useSearch>): string {
  if (error) return `Only pages and actions were searched: ${error.message}`;
  if (isSearching) return "Searching …";
  if (count === 0) return `No results for “${typed}”. Try another word.`;
  return count === 1 ? "1 result" : `${count} results`;
}
