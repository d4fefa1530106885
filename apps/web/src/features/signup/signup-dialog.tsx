import "@mantine/core/styles/ScrollArea.css";
import "@mantine/core/styles/CloseButton.css";
import "@mantine/core/styles/Overlay.css";
import "@mantine/core/styles/Paper.css";
import "@mantine/core/styles/Popover.css";
import "@mantine/core/styles/ModalBase.css";
import "@mantine/core/styles/Modal.css";
import "@mantine/core/styles/Input.css";
import "@mantine/core/styles/InlineInput.css";
import "@mantine/core/styles/Combobox.css";
import "@mantine/core/styles/Checkbox.css";
import { Button, Modal } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { type FormEvent, useEffect, useState } from "react";
import { trackEvent } from "../../lib/analytics.ts";
import { DiscardQuestion } from "./discard-question.tsx";
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

/** The request for access: closing it asks first when something would be lost. */
export function SignupDialog({ onClose, onSent, openerId }: Props) {
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
      <Modal
        opened
        onClose={close}
        title="Request access"
        size={680}
        centered
        fullScreen={isPhone}
        // The scroll lock of the component writes a style element, which the page's policy refuses.
        lockScroll={false}
        closeOnEscape={!isAsking}
        returnFocus={false}
        transitionProps={{ duration: 140, transition: "fade" }}
        closeButtonProps={{ "aria-label": "Close" }}
        classNames={{ content: classes.content, header: classes.header, title: classes.title, body: classes.body }}
      >
        <form className={classes.form} noValidate onSubmit={send} aria-busy={form.isSending}>
          <div className={classes.scroll}>
            <p className={classes.intro}>
              Tell us who you are and which systems you run. We answer within two working days. Fields with{" "}
              <span className={classes.asterisk}>*</span> are required.
            </p>
            <ErrorSummary errors={form.summary} ref={form.summaryRef} />
            {form.failure && <FailureNotice failure={form.failure} onRetry={() => void form.submit()} />}
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
      </Modal>
      {isAsking && <DiscardQuestion onKeep={() => setIsAsking(false)} onDiscard={discard} />}
    </>
  );
}
