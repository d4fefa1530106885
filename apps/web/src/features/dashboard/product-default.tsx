import "@mantine/core/styles/ModalBase.css";
import "@mantine/core/styles/Modal.css";
import "@mantine/core/styles/Overlay.css";
import { Button, Modal } from "@mantine/core";
import { useState } from "react";
import classes from "./arrange.module.css";

type Props = { isIdle: boolean; onReturn: () => void };

/** Goes back from the default that a manager has made for everyone to the product's, once that is confirmed. */
export function ProductDefault({ isIdle, onReturn }: Props) {
  const [isAsking, setIsAsking] = useState(false);
  const stay = () => setIsAsking(false);
  return (
    <>
      <Button variant="default" disabled={isIdle} onClick={() => setIsAsking(true)}>
        Reset to the product's default
      </Button>
      {isAsking && (
        <Modal
          opened
          lockScroll={false}
          onClose={stay}
          title="Reset to the product's default?"
          centered
          closeButtonProps={{ "aria-label": "Close" }}
        >
          <p className={classes.question}>
            The default for everyone is removed. People who have not arranged their own cards see the product's default
            instead. Your unsaved changes are lost.
          </p>
          <div className={classes.answers}>
            <Button variant="default" data-autofocus onClick={stay}>
              Keep the default
            </Button>
            <Button
              onClick={() => {
                stay();
                onReturn();
              }}
            >
              Reset to the product's
            </Button>
          </div>
        </Modal>
      )}
    </>
  );
}
