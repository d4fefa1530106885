import "@mantine/core/styles/ScrollArea.css";
import "@mantine/core/styles/Overlay.css";
import "@mantine/core/styles/Paper.css";
import "@mantine/core/styles/ModalBase.css";
import "@mantine/core/styles/Modal.css";
import { Button, Modal } from "@mantine/core";
import classes from "./leave-question.module.css";

/** Asks before unsaved changes are left behind. */
export function LeaveQuestion({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  return (
    <Modal.Root
      opened
      onClose={onStay}
      size={400}
      centered
      // The scroll lock of the component writes a style element, which the page's policy refuses.
      lockScroll={false}
      transitionProps={{ duration: 140, transition: "fade" }}
      classNames={{ content: classes.content }}
    >
      <Modal.Overlay backgroundOpacity={0.55} />
      <Modal.Content>
        <Modal.Title className={classes.title}>Leave without saving?</Modal.Title>
        <p>What you changed in your profile will be lost.</p>
        <div className={classes.actions}>
          <Button variant="default" onClick={onLeave}>
            Leave
          </Button>
          <Button data-autofocus onClick={onStay}>
            Keep editing
          </Button>
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}
