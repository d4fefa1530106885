import "@mantine/core/styles/ScrollArea.css";
import "@mantine/core/styles/Overlay.css";
import "@mantine/core/styles/Paper.css";
import "@mantine/core/styles/ModalBase.css";
import "@mantine/core/styles/Modal.css";
import { Modal } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./confirm-dialog.module.css";

type Props = {
  title: string;
  onClose: () => void;
  /** It shows what is not shown again: only its own button closes it, and it has room for long lines. */
  isOnlyNow?: boolean;
  /** It shows a picture. */
  isWide?: boolean;
  children: ReactNode;
};

/** A small dialog over the page that asks one thing. */
export function ConfirmDialog({ title, onClose, isOnlyNow = false, isWide = false, children }: Props) {
  return (
    <Modal.Root
      opened
      onClose={onClose}
      size={isWide ? 880 : isOnlyNow ? 640 : 440}
      closeOnEscape={!isOnlyNow}
      closeOnClickOutside={!isOnlyNow}
      centered
      // The scroll lock of the component writes a style element, which the page's policy refuses.
      lockScroll={false}
      transitionProps={{ duration: 140, transition: "fade" }}
      classNames={{ content: classes.content }}
    >
      <Modal.Overlay backgroundOpacity={0.55} />
      <Modal.Content>
        <Modal.Title className={classes.title}>{title}</Modal.Title>
        {children}
      </Modal.Content>
    </Modal.Root>
  );
}
