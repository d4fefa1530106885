import type { SearchHit } from "@console/contracts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { read } from "../../lib/queries.ts";

const fewestTyped = 2;
const pauseMs = 150;
const nothing: readonly SearchHit[] = [];

/** What the server finds for a typed text, once its reader pauses. */
export function useSearch(typed: string): { hits: readonly SearchHit[]; isSearching: boolean; error: Error | null } {
  const text = typed.trim();
  const [asked, setAsked] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  const isAsked = text.length >= fewestTyped;
  const { data, error, isFetching } = useQuery({
    ...read("searchEverywhere", { q: asked }),
    enabled: isAsked && asked.length >= fewestTyped,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
  const isSearching = isAsked && (isFetching || asked !== text);
  return { hits: isAsked ? (data?.hits ?? nothing) : nothing, isSearching, error: isAsked ? error : null };
}
