import { lazy, Suspense } from "react";

// Few see an error, and the first page is small.
const OpenTimeline = lazy(async () => ({ default: (await import("./open-timeline.tsx")).OpenTimeline }));

/** A way from a failed request to its timeline. */
export function TimelineLink({ request }: { request: string }) {
  return (
    <Suspense>
      <OpenTimeline request={request} />
    </Suspense>
  );
}
