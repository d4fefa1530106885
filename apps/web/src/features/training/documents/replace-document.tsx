import "@mantine/core/styles/Input.css";
import { Button, FileInput } from "@mantine/core";
import { uploadFile } from "../../../lib/api.ts";
import { refetchTopic } from "../../../lib/queries.ts";
import { showToast } from "../../../lib/toasts.ts";
import { useAppForm } from "../../../lib/use-app-form.ts";
import classes from "./documents.module.css";
import { acceptedFiles } from "./upload-documents.tsx";

type Values = { file: File | null };

/** Sends a new version of a document; the old one is found until the new one has been read. */
export function ReplaceDocument({ id }: { id: string }) {
  const form = useAppForm<Values>({
    initialValues: { file: null },
    check: ({ file }): Record<string, string> => (file === null ? { file: "Choose a file." } : {}),
  });
  async function send({ file }: Values) {
    if (!file) return;
    const { files } = await uploadFile("uploadDocuments", { document: id }, file);
    const [outcome] = files;
    const isQueued = outcome?.outcome === "queued";
    showToast({
      title: file.name,
      message: isQueued ? "The new version is read now. Until then the old one is found." : (outcome?.reason ?? ""),
      type: isQueued ? "success" : "error",
    });
    form.change({ file: null });
    void refetchTopic("entities");
  }
  return (
    <form ref={form.element} className={classes.replace} noValidate onSubmit={form.submit(send)}>
      <FileInput
        label="New version"
        placeholder="Choose a file"
        accept={acceptedFiles}
        className={classes.field}
        {...form.getInputProps("file")}
      />
      <Button type="submit" variant="default" loading={form.submitting}>
        Replace
      </Button>
      {form.failure && (
        <p role="alert" className={classes.problem}>
          {form.failure.message}
        </p>
      )}
    </form>
  );
}
