import { type UseMutationResult, useMutation } from "@tanstack/react-query";
import { refetchTopic } from "../../lib/queries.ts";

type Request = { id: string; overlapHours: number };

/** What is said of a new key beside the key itself. */
export type Issued = { earlierEndsAt: string | null };

/** Gives out a new key; the ones before work on for some hours. */
export type IssueKey<Answer extends Issued> = (request: Request) => Promise<Answer>;

export type NewKey<Answer extends Issued> = UseMutationResult<Answer, Error, Request>;

/** Asks for a new key, which is known only while the page that asked for it is there. */
export function useNewKey<Answer extends Issued>(issue: IssueKey<Answer>): NewKey<Answer> {
  return useMutation({
    gcTime: 0,
    mutationFn: issue,
    onSuccess: () => void refetchTopic("entities"),
  });
}
