import type { EntityRow } from "@console/contracts";
import { Button } from "@mantine/core";
import { IconReplace } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { ResourcePage } from "../../../blocks/resource-page/resource-page.tsx";
import { read, refetchTopic } from "../../../lib/queries.ts";
import { useAddress } from "../../../lib/use-address.ts";
import { EffectTab } from "../effect-tab.tsx";
import { readTrainingSearch, type TrainingSearch } from "../training-search.ts";
import { AddDocuments } from "./add-documents.tsx";
import { DocumentPassages } from "./document-passages.tsx";
import { DocumentVersions } from "./document-versions.tsx";
import { ReplaceDocument } from "./replace-document.tsx";

const readingMs = 2000;
const unread = { entity: "training-documents", filter: ["status:queued,reading"], limit: 1 };

/** The documents that questions are answered from. */
export function DocumentsPage({ isPlatform }: { isPlatform: boolean }) {
  const { query } = useAddress<TrainingSearch>(readTrainingSearch);
  useReadingProgress();
  return (
    <ResourcePage
      entity="training-documents"
      createLabel="Add documents"
      create={(description) => <AddDocuments description={description} isPlatform={isPlatform} tenant={query.tenant} />}
      buttons={(row) => <ReplaceButton row={row} />}
      tabs={(row) => [
        { name: "passages", label: "Passages", content: () => <DocumentPassages id={String(row.id)} /> },
        {
          name: "versions",
          label: "Versions",
          content: () => (
            <>
              {row.kind === "file" && <ReplaceDocument id={String(row.id)} />}
              <DocumentVersions id={String(row.id)} />
            </>
          ),
        },
        {
          name: "effect",
          label: "Effect",
          content: () => <EffectTab entity="training-documents" id={String(row.id)} />,
        },
      ]}
    />
  );
}

/** Documents are read in the background: as long as one is, what is shown is read again. */
function useReadingProgress(): void {
  const { data } = useQuery(read("listEntity", unread));
  const isReading = (data?.total ?? 0) > 0;
  useEffect(() => {
    if (!isReading) return;
    // A timer of the query itself would set itself off: it is one of those that are read again.
    const timer = setInterval(() => void refetchTopic("entities"), readingMs);
    return () => clearInterval(timer);
  }, [isReading]);
}

function ReplaceButton({ row }: { row: EntityRow }) {
  const { go } = useAddress<TrainingSearch>(readTrainingSearch);
  if (row.kind !== "file" || row.status === "archived") return null;
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconReplace size={16} stroke={1.5} aria-hidden="true" />}
      onClick={() => go({ tab: "versions", do: undefined })}
    >
      Replace
    </Button>
  );
}
