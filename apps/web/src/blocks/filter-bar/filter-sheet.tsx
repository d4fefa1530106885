import "@mantine/core/styles/ScrollArea.css";
import "@mantine/core/styles/CloseButton.css";
import "@mantine/core/styles/Overlay.css";
import "@mantine/core/styles/ModalBase.css";
import "@mantine/core/styles/Drawer.css";
import { Button, Drawer } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./filter-bar.module.css";

/** The choices of a report on a phone, from the lower edge; each holds at once. */
export function FilterSheet({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <Drawer
      opened
      onClose={onClose}
      position="bottom"
      size="auto"
      title="Filters"
      // The scroll lock of the component writes a style element, which the page's policy refuses.
      lockScroll={false}
      closeButtonProps={{ "aria-label": "Close filters" }}
      classNames={{ body: classes.sheet }}
    >
      {children}
      <Button onClick={onClose}>Show report</Button>
    </Drawer>
  );
}
