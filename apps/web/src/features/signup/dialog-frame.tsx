import "@mantine/core/styles/ScrollArea.css";
import "@mantine/core/styles/CloseButton.css";
import "@mantine/core/styles/Overlay.css";
import "@mantine/core/styles/Paper.css";
import "@mantine/core/styles/ModalBase.css";
import "@mantine/core/styles/Modal.css";
import { Modal } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./dialog-frame.module.css";

type Props = {
  title: string;
  width: number;
  onClose: () => void;
  children: ReactNode;
  isFullScreen?: boolean;
  /** Stands on another dialog. */
  isOnTop?: boolean;
  /** Another dialog stands on it and takes the Escape key. */
  isCovered?: boolean;
};

/** A dialog with its title; it is mounted while it is open, and its owner gives the focus back. */
export function DialogFrame({
  title,
  width,
  onClose,
  children,
  isFullScreen = false,
  isOnTop = false,
  isCovered = false,
}: Props) {
  return (
    <Modal.Root
      opened
      onClose={onClose}
      size={width}
      centered
      fullScreen={isFullScreen}
      closeOnEscape={!isCovered}
      returnFocus={false}
      // The scroll lock of the component writes a style element, which the page's policy refuses.
      lockScroll={false}
      zIndex={isOnTop ? 250 : 200}
      transitionProps={{ duration: 140, transition: "fade" }}
      classNames={{ content: classes.content }}
    >
      <Modal.Overlay backgroundOpacity={isOnTop ? 0.35 : 0.55} />
      <Modal.Content>
        <div className={classes.header}>
          <Modal.Title className={classes.title}>{title}</Modal.Title>
          {!isOnTop && <Modal.CloseButton aria-label="Close" />}
        </div>
        {children}
      </Modal.Content>
    </Modal.Root>
  );
}
