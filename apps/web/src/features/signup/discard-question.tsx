import { Button, Modal } from "@mantine/core";
import classes from "./signup-dialog.module.css";
import { useReturnFocus } from "./use-return-focus.ts";

/** Asks before what was typed is thrown away; it is mounted only while it asks. */
export function DiscardQuestion({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  useReturnFocus();
  return (
    <Modal
      opened
      onClose={onKeep}
      title="Discard this request?"
      size={400}
      centered
      zIndex={250}
      overlayProps={{ backgroundOpacity: 0.35 }}
      lockScroll={false}
      returnFocus={false}
      withCloseButton={false}
      transitionProps={{ duration: 140, transition: "fade" }}
      classNames={{ title: classes.title, body: classes.askBody }}
    >
      <p>What you typed will be removed from this browser.</p>
      <div className={classes.askActions}>
        <Button variant="default" onClick={onDiscard}>
          Discard
        </Button>
        <Button data-autofocus onClick={onKeep}>
          Keep editing
        </Button>
      </div>
    </Modal>
  );
}
