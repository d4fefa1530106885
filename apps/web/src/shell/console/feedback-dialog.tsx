import "@mantine/core/styles/Input.css";
import "@mantine/core/styles/InlineInput.css";
import "@mantine/core/styles/Radio.css";
import { type FeedbackCategory, feedbackCategories } from "@console/contracts";
import { Button, Radio, Textarea } from "@mantine/core";
import { useState } from "react";
import dialog from "../../blocks/confirm-dialog/confirm-dialog.module.css";
import { ConfirmDialog } from "../../blocks/confirm-dialog/confirm-dialog.tsx";
import { readFeedbackPlace } from "../../lib/feedback-place.ts";
import { useWrite } from "../../lib/queries.ts";
import { showToast } from "../../lib/toasts.ts";
import { useAppForm } from "../../lib/use-app-form.ts";
import classes from "./feedback-dialog.module.css";
import { type CoveredPicture, ScreenshotField } from "./screenshot-field.tsx";

const categories = Object.keys(feedbackCategories) as FeedbackCategory[];

/** Takes a remark about the page that lies behind it. */
export function FeedbackDialog({ onClose }: { onClose: () => void }) {
  const give = useWrite("giveFeedback");
  const [shot, setShot] = useState<CoveredPicture | null>(null);
  const form = useAppForm({
    initialValues: { category: "problem" as FeedbackCategory, text: "" },
    check: ({ text }) => (text.trim() === "" ? { text: "Enter some text." } : {}),
  });
  const send = form.submit(async ({ category, text }) => {
    const screenshot = shot && (await import("./pack-screenshot.ts")).packScreenshot(shot.picture, shot.masks);
    await give.mutateAsync({
      kind: "page",
      category,
      text,
      ...readFeedbackPlace(),
      ...(screenshot && { screenshot }),
    });
    showToast({ title: "Feedback", message: "Sent. You will be told what becomes of it.", type: "success" });
    onClose();
  });
  return (
    <ConfirmDialog title="Give feedback" onClose={onClose} isWide={shot !== null}>
      <form ref={form.element} className={dialog.form} onSubmit={send} noValidate>
        <Radio.Group label="Category" {...form.getInputProps("category")}>
          <div className={classes.categories}>
            {categories.map((category) => (
              <Radio key={category} size="sm" value={category} label={feedbackCategories[category]} />
            ))}
          </div>
        </Radio.Group>
        <Textarea
          label="What would you like to tell us?"
          rows={5}
          maxLength={4000}
          data-autofocus
          {...form.getInputProps("text")}
        />
        <ScreenshotField value={shot} onChange={setShot} />
        <p className={classes.hint}>
          The page, its filters, the version and the size of your window are sent along. The people who run this
          console, and managers of your organisation, can read it.
        </p>
        {form.failure && (
          <p role="alert" className={dialog.problem}>
            {form.failure.message}
          </p>
        )}
        <div className={dialog.actions}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={give.isPending}>
            Send feedback
          </Button>
        </div>
      </form>
    </ConfirmDialog>
  );
}
