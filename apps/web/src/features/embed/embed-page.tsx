import { lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from "react";
import classes from "./embed.module.css";
import { Ended, Inactive, Offline, Opening, PreviewEnded, Waiting } from "./embed-states.tsx";
import { embedSession } from "./session/embed-session.ts";
import type { EmbedState } from "./session/embed-state.ts";
import { useToldHeight } from "./use-told-height.ts";

// A link that is not open must cost little, so that what draws a report comes once it is.
const PasscodeForm = lazy(() => import("./passcode-form.tsx").then((file) => ({ default: file.PasscodeForm })));
const EmbedReport = lazy(() => import("./embed-report.tsx").then((file) => ({ default: file.EmbedReport })));

const nowhere: readonly string[] = [];

/** The report of a delivery client, for whoever was handed a link to it: without a sign-in and without the console. */
export function EmbedPage({ tookanId }: { tookanId: string | undefined }) {
  const state = useSyncExternalStore(embedSession.subscribe, embedSession.state);
  const page = useRef<HTMLElement>(null);
  const [origins, setOrigins] = useState(nowhere);
  if (state.step === "open" && state.origins !== origins) setOrigins(state.origins);
  useEffect(() => embedSession.open(tookanId), [tookanId]);
  useToldHeight(page, origins);

  return (
    <main ref={page} className={classes.page}>
      <Suspense fallback={<Opening />}>
        <Shown state={state} />
      </Suspense>
    </main>
  );
}

function Shown({ state }: { state: EmbedState }) {
  switch (state.step) {
    case "opening":
      return <Opening />;
    case "open":
      return <EmbedReport session={state} />;
    case "inactive":
      return <Inactive />;
    case "ended":
      return <Ended />;
    case "preview-ended":
      return <PreviewEnded />;
    case "passcode":
      return <PasscodeForm typed={state.typed} problem={state.problem} />;
    case "waiting":
      return <Waiting key={state.until} until={state.until} />;
    case "offline":
      return <Offline message={state.message} />;
  }
}
