import type { ImportPreview, SourceMapping } from "@console/contracts";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { callApi } from "../../../lib/api.ts";

type Counts = NonNullable<ImportPreview["counts"]>;
type Input = { tenantId: string; run: string; mapping: SourceMapping };

/**
 * Counts what the whole file would do. It begins by itself once the mapping is whole, in the background: people may
 * start, or cancel it, before it ends.
 */
export function useFileCheck({ tenantId, run, mapping, isWhole }: Input & { isWhole: boolean }) {
  const [counted, setCounted] = useState<{ counts: Counts; mapping: string } | null>(null);
  const request = useRef<AbortController | null>(null);
  const hasBegun = useRef(false);
  const { mutate, reset, isPending, error } = useMutation({
    mutationFn: (input: Input) => {
      request.current?.abort();
      request.current = new AbortController();
      return callApi("previewImport", { ...input, isDryRun: true }, { signal: request.current.signal });
    },
    onSuccess: ({ counts }, { mapping: checked }) => {
      if (counts) setCounted({ counts, mapping: JSON.stringify(checked) });
    },
  });
  useEffect(() => {
    if (!isWhole || hasBegun.current) return;
    hasBegun.current = true;
    mutate({ tenantId, run, mapping });
  }, [isWhole, mutate, tenantId, run, mapping]);
  useEffect(() => () => request.current?.abort(), []);
  return {
    counts: counted?.counts ?? null,
    isOld: counted !== null && counted.mapping !== JSON.stringify(mapping),
    isChecking: isPending,
    error,
    check: () => {
      hasBegun.current = true;
      mutate({ tenantId, run, mapping });
    },
    cancel: () => {
      reset();
      request.current?.abort();
    },
  };
}
