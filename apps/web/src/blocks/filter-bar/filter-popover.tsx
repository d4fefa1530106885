import { Popover } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./filter-bar.module.css";

type Props = { isOpen: boolean; onOpen: (isOpen: boolean) => void; target: ReactNode; children: ReactNode };

/** What a choice of the filter bar opens below itself; the focus goes in and comes back. */
export function FilterPopover({ isOpen, onOpen, target, children }: Props) {
  return (
    <Popover
      opened={isOpen}
      onChange={onOpen}
      position="bottom-start"
      shadow="md"
      trapFocus
      returnFocus
      withinPortal={false}
    >
      <Popover.Target>{target}</Popover.Target>
      <Popover.Dropdown className={classes.dropdown}>{children}</Popover.Dropdown>
    </Popover>
  );
}
