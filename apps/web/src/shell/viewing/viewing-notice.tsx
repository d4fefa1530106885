import { lazy, Suspense } from "react";
import { activeViewing } from "../../lib/auth/viewing.ts";

const ViewingBanner = lazy(() =>
  import("./viewing-banner.tsx").then(({ ViewingBanner: component }) => ({ default: component })),
);

/** The banner of a look at someone's account; a look begins and ends with a new document. */
export function ViewingNotice() {
  const viewing = activeViewing();
  if (!viewing) return null;
  return (
    <Suspense>
      <ViewingBanner viewing={viewing} />
    </Suspense>
  );
}
