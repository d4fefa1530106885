import { Button } from "@mantine/core";
import { publicConfig } from "../../lib/config.ts";
import { DialogFrame } from "./dialog-frame.tsx";
import classes from "./signup-dialog.module.css";
import { useReturnFocus } from "./use-return-focus.ts";

/** Says that no requests are taken at the moment, and whom to write to instead. */
export function ClosedDialog({ onClose, openerId }: { onClose: () => void; openerId: string }) {
  const { contactMail } = publicConfig();
  useReturnFocus(openerId);
  return (
    <DialogFrame title="Request access" width={440} onClose={onClose}>
      <div className={classes.ask}>
        <p>
          We do not take requests for access at the moment.
          {contactMail && (
            <>
              {" "}
              You can write to <a href={`mailto:${contactMail}`}>{contactMail}</a>.
            </>
          )}
        </p>
        <div className={classes.askActions}>
          <Button data-autofocus onClick={onClose}>
            Close
          </Button>
        </div>
      </div>
    </DialogFrame>
  );
}
