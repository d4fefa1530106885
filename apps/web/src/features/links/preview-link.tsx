import { Button } from "@mantine/core";
import { IconEye } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import dialog from "../../blocks/confirm-dialog/confirm-dialog.module.css";
import { callApi } from "../../lib/api.ts";

/** Opens in another tab, for some minutes, what a visitor of a link sees. */
export function PreviewLink({ id }: { id: string }) {
  const preview = useMutation({ gcTime: 0, mutationFn: (tab: Window | null) => openPreview(id, tab) });
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconEye size={16} stroke={1.5} aria-hidden="true" />}
        loading={preview.isPending}
        // With the press itself: browsers refuse a tab that comes later.
        onClick={() => preview.mutate(window.open("", "_blank"))}
      >
        Preview as visitor
      </Button>
      {preview.data && (
        <a href={preview.data} target="_blank" rel="noreferrer">
          Your browser blocked the tab. Open the preview.
        </a>
      )}
      {preview.error && (
        <p role="alert" className={dialog.problem}>
          The preview could not be opened. {preview.error.message}
        </p>
      )}
    </>
  );
}

/** Shows it in the given tab; without one it answers with the address. */
async function openPreview(id: string, tab: Window | null): Promise<string | null> {
  try {
    const { address } = await callApi("previewLink", { id });
    if (!tab) return address;
    // A visitor's page has no way back into the console.
    tab.opener = null;
    tab.location.replace(address);
    return null;
  } catch (error) {
    tab?.close();
    throw error;
  }
}
