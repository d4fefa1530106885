import type { RouteOutput, Routes } from "@console/contracts";
import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { CopyBlock } from "../../blocks/copy-block/copy-block.tsx";
import detail from "../../blocks/detail/detail.module.css";
import { ShownOnce } from "../../blocks/keys/shown-once.tsx";
import { saveBlob } from "../../lib/save-blob.ts";
import { keyOwner, type ServiceAccount } from "./service-account.ts";

type Props = {
  account: ServiceAccount;
  issued: RouteOutput<Routes["issueServiceKey"]>;
  onClose: () => void;
};

/** A new key of a service account, as a file to be saved. It cannot be shown again. */
export function IssuedServiceKey({ account, issued, onClose }: Props) {
  const { file, fileName } = issued;
  return (
    <ShownOnce owner={keyOwner(account)} issued={issued} keeping="save" onClose={onClose}>
      <p>Anyone with this file can do what {account.name} may do. Store it where only its program can read it.</p>
      <div className={detail.actions}>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.5} aria-hidden="true" />}
          data-autofocus
          onClick={() => saveBlob(new Blob([file], { type: "application/json" }), fileName)}
        >
          Download key file
        </Button>
      </div>
      <CopyBlock label="Key file" text={file} isCapped />
    </ShownOnce>
  );
}
