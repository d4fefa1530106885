import type { ImportPreview, SourceMapping } from "@console/contracts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ReadProblem } from "../../../blocks/states/read-problem.tsx";
import { ShapedSkeleton } from "../../../blocks/states/shaped-skeleton.tsx";
import { callApi } from "../../../lib/api.ts";
import { read } from "../../../lib/queries.ts";
import { useFormats } from "../../../lib/use-formats.ts";
import { ImportMapping } from "./import-mapping.tsx";
import { ImportRun } from "./import-run.tsx";

type Props = { tenantId: string; run: string };

const everyMs = 30_000;

/** A file that was sent: its preview while it waits, its progress once it is started. */
export function ImportDraft({ tenantId, run }: Props) {
  const formats = useFormats();
  // Another worksheet or encoding makes other columns: all that was chosen for the ones before is void.
  const [reading, setReading] = useState(0);
  const { data, error, refetch } = useQuery({ ...read("getImport", { tenantId, run }), refetchInterval: everyMs });
  if (!data) {
    if (!error) return <ShapedSkeleton label="Loading the file" shape="table" />;
    return <ReadProblem title="The file could not be loaded" error={error} onRetry={() => void refetch()} />;
  }
  if (data.state !== "draft") return <ImportRun run={data} tenantId={tenantId} formats={formats} />;
  return (
    <Preview
      key={reading}
      tenantId={tenantId}
      run={run}
      reading={reading}
      onStarted={() => void refetch()}
      onReadAnew={() => setReading(reading + 1)}
    />
  );
}

type PreviewProps = Props & { reading: number; onStarted: () => void; onReadAnew: () => void };

function Preview({ tenantId, run, reading, onStarted, onReadAnew }: PreviewProps) {
  const [mapping, setMapping] = useState<SourceMapping | null>(null);
  const { data, error, isFetching, refetch } = useQuery<ImportPreview>({
    queryKey: ["importPreview", tenantId, run, reading, mapping],
    queryFn: ({ signal }) => callApi("previewImport", { tenantId, run, ...(mapping && { mapping }) }, { signal }),
    // The rows of the mapping before stay until those of this one come.
    placeholderData: (before) => before,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!data) {
    if (!error) return <ShapedSkeleton label="Reading the file" shape="table" />;
    return <ReadProblem title="The file could not be read" error={error} onRetry={() => void refetch()} />;
  }
  return (
    <ImportMapping
      tenantId={tenantId}
      run={run}
      preview={data}
      isFetching={isFetching}
      error={error}
      onMapping={setMapping}
      onStarted={onStarted}
      onReadAnew={onReadAnew}
      mapping={mapping && Object.keys(mapping.fields).length > 0 ? mapping : data.mapping}
    />
  );
}
