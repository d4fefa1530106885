import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { saveFile } from "../../lib/save-file.ts";
import classes from "./tenant-tabs.module.css";

/** Saves everything that is stored of a tenant, as is fit before it leaves. */
export function TenantArchive({ tenantId }: { tenantId: string }) {
  const archive = useMutation({ mutationFn: () => saveFile("archiveTenant", { tenantId }, `${tenantId}.zip`) });
  return (
    <div className={classes.tab}>
      <p className={classes.words}>
        All rows of the tenant as one ZIP: one file per table, its users and its settings. Secrets are left out. The
        download is logged.
      </p>
      <Button
        size="xs"
        className={classes.start}
        leftSection={<IconDownload size={16} stroke={1.5} aria-hidden="true" />}
        loading={archive.isPending}
        onClick={() => archive.mutate()}
      >
        Download the archive
      </Button>
      {archive.error && (
        <p role="alert" className={classes.problem}>
          No file was created. {archive.error.message}
        </p>
      )}
      {archive.isSuccess && <p role="status">The archive was downloaded.</p>}
    </div>
  );
}
