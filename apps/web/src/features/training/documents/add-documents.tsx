import "@mantine/core/styles/Input.css";
import type { EntityDescription } from "@console/contracts";
import { NativeSelect } from "@mantine/core";
import { useState } from "react";
import { NewResource } from "../../../blocks/resource-page/new-resource.tsx";
import classes from "./documents.module.css";
import { UploadDocuments } from "./upload-documents.tsx";

type Props = { description: EntityDescription; isPlatform: boolean; tenant: string | undefined };

const ways = [
  { value: "files", label: "Files" },
  { value: "address", label: "Web page" },
];

/** Documents come as files, or from an address that is read again and again. */
export function AddDocuments({ description, isPlatform, tenant }: Props) {
  const [way, setWay] = useState("files");
  return (
    <div className={classes.parts}>
      <NativeSelect
        label="Source"
        className={classes.start}
        data={ways}
        value={way}
        onChange={({ currentTarget }) => setWay(currentTarget.value)}
      />
      {way === "files" ? (
        <UploadDocuments isPlatform={isPlatform} firstTenant={tenant ?? ""} />
      ) : (
        <NewResource description={description} presetValues={isPlatform && tenant ? { tenantId: tenant } : {}} />
      )}
    </div>
  );
}
