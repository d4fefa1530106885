import "@mantine/core/styles/Popover.css";
import "@mantine/core/styles/Input.css";
import "@mantine/core/styles/InlineInput.css";
import "@mantine/core/styles/Combobox.css";
import "@mantine/core/styles/Checkbox.css";
import { Button } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { type FormEvent, useEffect, useState } from "react";
import { trackEvent } from "../../lib/analytics.ts";
import { publicConfig } from "../../lib/config.ts";
import { ClosedDialog } from "./closed-dialog.tsx";
import { DialogFrame } from "./dialog-frame.tsx";
import { DiscardDialog } from "./discard-dialog.tsx";
import { ErrorSummary } from "./error-summary.tsx";
import { FailureNotice } from "./failure-notice.tsx";
import classes from "./signup-dialog.module.css";
import { clearDraft, isFilledIn } from "./signup-draft.ts";
import { SignupFields } from "./signup-fields.tsx";
import { useReturnFocus } from "./use-return-focus.ts";
import { useSignupForm } from "./use-signup-form.ts";
import { useStillPage } from "./use-still-page.ts";

type Props = {
  onClose: () => void;
  onSent: () => void;
  /** What takes the focus after closing when the dialog was not opened from the page. */
  openerId: string;
};

/** The request for access, or a word about why there is none to make. */
export function SignupDialog(props: Props) {
  return publicConfig().takesRequests ? <RequestDialog {...props} /> : <ClosedDialog {...props} />;
}

/** Closing it asks first when something would be lost. */
function RequestDialog({ onClose, onSent, openerId }: Props) {
  const form = useSignupForm(onSent);
  const [isAsking, setIsAsking] = useState(false);
  const isPhone = useMediaQuery("(max-width: 600px)", false, { getInitialValueInEffect: false });
  useReturnFocus(openerId);
  useStillPage();
  useEffect(() => trackEvent("signup_open"), []);

  function close() {
    if (form.isSending) return;
    if (isFilledIn(form.values)) setIsAsking(true);
    else discard();
  }

  function discard() {
    clearDraft();
    onClose();
  }

  function send(event: FormEvent) {
    event.preventDefault();
    void form.submit();
  }

  return (
    <>
      <DialogFrame title="Request access" width={680} onClose={close} isFullScreen={isPhone} isCovered={isAsking}>
        <form className={classes.form} noValidate onSubmit={send} aria-busy={form.isSending}>
          <div className={classes.scroll}>
            <p className={classes.intro}>
              Tell us who you are and which systems you run. We answer within two working days. Fields with{" "}
              <span className={classes.asterisk}>*</span> are required.
            </p>
            <ErrorSummary errors={form.summary} ref={form.problemRef} />
            {form.failure && (
              <FailureNotice failure={form.failure} onRetry={() => void form.submit()} ref={form.problemRef} />
            )}
            <SignupFields form={form} />
          </div>
          <div className={classes.footer}>
            <Button variant="default" onClick={close} disabled={form.isSending}>
              Cancel
            </Button>
            <Button type="submit" loading={form.isSending}>
              Send request
            </Button>
          </div>
        </form>
      </DialogFrame>
      {isAsking && <DiscardDialog onKeep={() => setIsAsking(false)} onDiscard={discard} />}
    </>
  );
}
