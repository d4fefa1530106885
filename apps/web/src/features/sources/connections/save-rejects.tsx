import type { RouteInput, Routes } from "@console/contracts";
import { Button } from "@mantine/core";
import { useState } from "react";
import { saveFile } from "../../../lib/save-file.ts";
import { showToast } from "../../../lib/toasts.ts";

type SaveCall = "downloadRejects" | "downloadImportRejects";
type Props<Name extends SaveCall> = { name: Name; input: RouteInput<Routes[Name]> };

/** Saves rejected rows as a file that can be mended and sent again. */
export function SaveRejects<Name extends SaveCall>({ name, input }: Props<Name>) {
  const [isSaving, setIsSaving] = useState(false);
  async function save() {
    setIsSaving(true);
    try {
      await saveFile(name, input, "Rejected rows.csv");
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      showToast({ type: "error", title: "No file was saved", message });
    } finally {
      setIsSaving(false);
    }
  }
  return (
    <Button size="compact-sm" variant="default" loading={isSaving} onClick={() => void save()}>
      Download as CSV
    </Button>
  );
}
