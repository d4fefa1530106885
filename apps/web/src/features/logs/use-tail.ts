import type { LogLine } from "@console/contracts";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { callApi } from "../../lib/api.ts";

const everyMs = 2000;
/** Lines are stored a moment after they were written, so that one may come behind a newer one. */
const lateMs = 5000;
const mostLines = 5000;

type Tail = { shown: readonly LogLine[]; waiting: readonly LogLine[] };
const nothing: Tail = { shown: [], waiting: [] };

/**
 * Lines that came since the tail was begun, newest first. They wait, counted, while `isHeld` says that the reader is
 * elsewhere in the list or has paused, so that nothing moves under their eyes.
 */
export function useTail(query: string, { isOn, isHeld }: { isOn: boolean; isHeld: () => boolean }) {
  const [tail, setTail] = useState(nothing);
  const from = useRef(0);
  const seen = useRef(new Set<string>());
  // biome-ignore lint/correctness/useExhaustiveDependencies: another search begins anew
  useEffect(() => {
    from.current = Date.now();
    seen.current = new Set();
    setTail(nothing);
  }, [isOn, query]);

  const { data, error } = useQuery({
    queryKey: ["tailLogLines", { query, isOn }],
    queryFn: ({ signal }) =>
      callApi("tailLogLines", { query, since: new Date(from.current - lateMs).toISOString() }, { signal }),
    enabled: isOn,
    refetchInterval: everyMs,
    gcTime: 0,
    retry: false,
  });

  useEffect(() => {
    if (!data || !isOn) return;
    const fresh = data.items.filter(({ id }) => !seen.current.has(id)).reverse();
    for (const { id } of fresh) seen.current.add(id);
    const newest = fresh[0];
    if (newest) from.current = Math.max(from.current, Date.parse(newest.at));
    if (fresh.length === 0) return;
    setTail(({ shown, waiting }) =>
      isHeld()
        ? { shown, waiting: [...fresh, ...waiting].slice(0, mostLines) }
        : { shown: [...fresh, ...waiting, ...shown].slice(0, mostLines), waiting: [] },
    );
  }, [data, isOn, isHeld]);

  const showWaiting = useCallback(
    () => setTail(({ shown, waiting }) => ({ shown: [...waiting, ...shown].slice(0, mostLines), waiting: [] })),
    [],
  );
  return { shown: tail.shown, waiting: tail.waiting.length, isCut: data?.isCut ?? false, error, showWaiting };
}
