import { useMemo } from "react";
import { useResourceAddress } from "../../blocks/resource-page/resource-address.ts";
import { ResourcePage } from "../../blocks/resource-page/resource-page.tsx";
import { useAuth } from "../../lib/auth/use-auth.ts";
import { FeedbackScreenshot } from "./feedback-screenshot.tsx";
import { FeedbackTrends } from "./feedback-trends.tsx";
import { canTeachFrom, TeachLinks } from "./teach-links.tsx";
import { TranscriptTab } from "./transcript-tab.tsx";

/** What people said of answers and pages, of one tenant or, with null, of all: the inbox, and how it develops. */
export function FeedbackPage({ tenantId }: { tenantId: string | null }) {
  const { row } = useResourceAddress();
  const { role } = useAuth();
  const within = useMemo(() => (tenantId === null ? [] : [`tenantId:${encodeURIComponent(tenantId)}`]), [tenantId]);
  return (
    <>
      {row === undefined && <FeedbackTrends tenantId={tenantId} />}
      <ResourcePage
        entity="feedback"
        within={within}
        tabs={(opened) => [
          ...(opened.kind === "answer"
            ? [{ name: "answer", label: "Answer", content: () => <TranscriptTab row={opened} /> }]
            : []),
          ...(opened.hasScreenshot === true
            ? [
                {
                  name: "screenshot",
                  label: "Screenshot",
                  content: () => <FeedbackScreenshot id={String(opened.id)} />,
                },
              ]
            : []),
          ...(canTeachFrom(opened, role)
            ? [{ name: "training", label: "Training", content: () => <TeachLinks row={opened} /> }]
            : []),
        ]}
      />
    </>
  );
}
