import "@mantine/core/styles/Menu.css";
import "@mantine/core/styles/Popover.css";
import "@mantine/core/styles/Paper.css";
import type { PinnedAnswer as Pin } from "@console/contracts";
import { longestPinTitle } from "@console/contracts";
import { Menu } from "@mantine/core";
import { IconDots, IconMessage, IconPencil, IconPinnedOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { PinnedAnswer } from "../../blocks/ask-box/pinned-answer.tsx";
import { ConfirmDialog } from "../../blocks/confirm-dialog/confirm-dialog.tsx";
import { LazyMenu } from "../../blocks/lazy-menu/lazy-menu.tsx";
import { ReadProblem } from "../../blocks/states/read-problem.tsx";
import { read, useWrite } from "../../lib/queries.ts";
import { showFailure } from "../../lib/show-failure.ts";
import { showToast } from "../../lib/toasts.ts";
import { OneField } from "./one-field.tsx";
import classes from "./pinned.module.css";

type Props = { onOpen: (conversation: string) => void };

/** One's own pinned answers, each asked again with the data of now. Without any there is nothing to see. */
export function PinnedList({ onOpen }: Props) {
  const { data, error, refetch } = useQuery(read("listPins", {}));
  if (error && !data) {
    return (
      <section className={classes.section} aria-label="Pinned answers">
        <ReadProblem title="The pinned answers could not be loaded" error={error} onRetry={() => void refetch()} />
      </section>
    );
  }
  if (!data || data.items.length === 0) return null;
  return (
    <section className={classes.section} aria-labelledby="pinned-answers">
      <h2 id="pinned-answers" className={classes.title}>
        Pinned answers
      </h2>
      <ul className={classes.list}>
        {data.items.map((pin) => (
          <li key={pin.id} className={classes.entry}>
            <div className={classes.head}>
              <span>{pin.period ? `${pin.period}, moves with today` : "As it was asked"}</span>
              <PinMenu pin={pin} onOpen={onOpen} />
            </div>
            <PinnedAnswer pin={pin.id} title={pin.title} hasReport />
          </li>
        ))}
      </ul>
    </section>
  );
}

const icon = { size: 16, stroke: 1.5, "aria-hidden": true } as const;

function PinMenu({ pin: { id: pin, title, conversation }, onOpen }: Props & { pin: Pin }) {
  const [isRenaming, setRenaming] = useState(false);
  const rename = useWrite("renamePin");
  const remove = useWrite("removePin");
  const onError = (failure: Error) => showFailure("Pinned answer not changed", failure);
  const removeNow = () =>
    remove.mutate(
      { pin },
      { onError, onSuccess: () => showToast({ type: "success", title: "Removed", message: `“${title}” is removed.` }) },
    );
  return (
    <>
      <LazyMenu label={`More about ${title}`} icon={<IconDots {...icon} />} opens="menu">
        {({ target, isOpen, onOpen: onMenu }) => (
          <Menu position="bottom-end" shadow="md" opened={isOpen} onChange={onMenu}>
            <Menu.Target>{target}</Menu.Target>
            <Menu.Dropdown>
              {conversation !== null && (
                <Menu.Item leftSection={<IconMessage {...icon} />} onClick={() => onOpen(conversation)}>
                  Open conversation
                </Menu.Item>
              )}
              <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => setRenaming(true)}>
                Rename
              </Menu.Item>
              <Menu.Item color="red" leftSection={<IconPinnedOff {...icon} />} onClick={removeNow}>
                Remove
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </LazyMenu>
      {isRenaming && (
        <ConfirmDialog title="Rename the pinned answer" onClose={() => setRenaming(false)}>
          <OneField
            label="Title"
            start={title}
            longest={longestPinTitle}
            isBusy={rename.isPending}
            onSave={(next) => rename.mutate({ pin, title: next }, { onSuccess: () => setRenaming(false), onError })}
          />
        </ConfirmDialog>
      )}
    </>
  );
}
