import type { RouteInput, Routes } from "@console/contracts";
import { Button } from "@mantine/core";
import { useState } from "react";
import { saveFile } from "../../../lib/save-file.ts";
import { showFailure } from "../../../lib/show-failure.ts";

type SaveCall = "downloadRejects" | "downloadImportRejects" | "downloadImportNotes";
type Props<Name extends SaveCall> = {
  name: Name;
  input: RouteInput<Routes[Name]>;
  /** What it is called where the server does not say. */
  fileName?: string;
  label?: string;
};

/** Saves rows of a load as a file, such as rejected ones that can be mended and sent again. */
export function SaveRows<Name extends SaveCall>({ name, input, fileName = "Rejected rows.csv", label }: Props<Name>) {
  const [isSaving, setIsSaving] = useState(false);
  async function save() {
    setIsSaving(true);
    try {
      await saveFile(name, input, fileName);
    } catch (error) {
      showFailure("No file was saved", error);
    } finally {
      setIsSaving(false);
    }
  }
  return (
    <Button size="compact-sm" variant="default" loading={isSaving} onClick={() => void save()}>
      {label ?? "Download as CSV"}
    </Button>
  );
}
