import { useIsFetching } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { panelCalls } from "./panel-source.ts";

/** Prints once every panel has been read, also those that nobody has scrolled to; mounted while that is wanted. */
export function PrintWhenRead({ onDone }: { onDone: () => void }) {
  const reading = useIsFetching({ predicate: ({ queryKey }) => panelCalls.includes(queryKey[0]) });
  const hasBegun = useRef(false);
  useEffect(() => {
    if (reading > 0) hasBegun.current = true;
    // The panels ask a moment after they are told to; with all of them read before, nothing is asked at all.
    const timer = setTimeout(
      () => {
        if (reading > 0) return;
        onDone();
        window.print();
      },
      hasBegun.current ? 100 : 600,
    );
    return () => clearTimeout(timer);
  }, [reading, onDone]);
  return null;
}
