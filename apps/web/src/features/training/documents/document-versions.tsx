import type { DocumentPassages } from "@console/contracts";
import { type FormatChoices, formatInstant, formatSize } from "@console/figures/format";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { PlainColumn } from "../../../blocks/plain-table/plain-table.tsx";
import { WideTable } from "../../../blocks/plain-table/wide-table.tsx";
import { ReadProblem } from "../../../blocks/states/read-problem.tsx";
import { ShapedSkeleton } from "../../../blocks/states/shaped-skeleton.tsx";
import { read, useWrite } from "../../../lib/queries.ts";
import { saveFile } from "../../../lib/save-file.ts";
import { showFailure } from "../../../lib/show-failure.ts";
import { useFormats } from "../../../lib/use-formats.ts";
import classes from "./documents.module.css";

type Version = DocumentPassages["versions"][number];

const origins = {
  sent: "Uploaded",
  fetched: "Read from the address",
  scheduled: "Read by schedule",
  restored: "Restored",
};

/** The versions of a document that are kept, and how an older one comes back. */
export function DocumentVersions({ id }: { id: string }) {
  const formats = useFormats();
  const { data, error, refetch } = useQuery(read("listPassages", { document: id, limit: 1 }));
  const restore = useWrite("restoreDocumentVersion");
  if (error && !data) {
    return <ReadProblem title="The versions could not be loaded" error={error} onRetry={() => void refetch()} />;
  }
  if (!data) return <ShapedSkeleton label="Loading the versions" shape="table" />;
  if (data.versions.length === 0) return <p className={classes.quiet}>Nothing has been read from the address yet.</p>;
  const actions: PlainColumn<Version> = {
    id: "actions",
    label: "Actions",
    cell: ({ number, fileName, isFound }) => (
      <div className={classes.rowActions}>
        <Button
          size="compact-xs"
          variant="subtle"
          aria-label={`Download version ${number}`}
          onClick={() => {
            saveFile("downloadDocument", { document: id, number }, fileName).catch((failure: unknown) =>
              showFailure("The file was not downloaded", failure),
            );
          }}
        >
          Download
        </Button>
        {!isFound && (
          <Button
            size="compact-xs"
            variant="subtle"
            aria-label={`Restore version ${number}`}
            loading={restore.isPending && restore.variables?.number === number}
            onClick={() =>
              restore.mutate(
                { document: id, number },
                { onError: (failure) => showFailure("The version was not restored", failure) },
              )
            }
          >
            Restore
          </Button>
        )}
      </div>
    ),
  };
  return (
    <WideTable
      name="Versions"
      columns={[...columnsFor(formats), actions]}
      rows={data.versions}
      rowKey={({ number }) => String(number)}
    />
  );
}

function columnsFor(formats: FormatChoices): PlainColumn<Version>[] {
  return [
    {
      id: "number",
      label: "Version",
      isHeader: true,
      cell: ({ number, isFound }) => `${number}${isFound ? ", searchable" : ""}`,
    },
    { id: "file", label: "File", cell: ({ fileName }) => fileName },
    { id: "origin", label: "From", cell: ({ origin }) => origins[origin] },
    { id: "added", label: "Added", cell: ({ addedAt }) => formatInstant(addedAt, formats) },
    { id: "size", label: "Size", isNumeric: true, cell: ({ bytes }) => formatSize(bytes, formats) },
    { id: "problem", label: "Problem", cell: ({ problem }) => problem ?? "–" },
  ];
}
