import { Button } from "@mantine/core";
import { NoticeBar } from "./notice-bar.tsx";
import { useNewVersion } from "./use-new-version.ts";

/** Offers a reload when the server runs a newer version than this page. */
export function VersionNotice() {
  if (!useNewVersion()) return null;
  return (
    <NoticeBar
      actions={
        <Button size="xs" variant="default" onClick={() => location.reload()}>
          Reload
        </Button>
      }
    >
      A new version is ready. Reload when convenient.
    </NoticeBar>
  );
}
