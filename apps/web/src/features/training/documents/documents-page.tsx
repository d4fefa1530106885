import type { EntityRow } from "@console/contracts";
import { Button } from "@mantine/core";
import { IconReplace } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
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

/** Documents are read in the background: as long as one is, the list is read again. */
function useReadingProgress(): void {
  useQuery({
    ...read("listEntity", unread),
    refetchInterval: ({ state }) => {
      const isReading = (state.data?.total ?? 0) > 0;
      if (isReading) void refetchTopic("entities");
      return isReading ? readingMs : false;
    },
  });
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
