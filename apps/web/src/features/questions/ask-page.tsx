import { useQueries, useQuery } from "@tanstack/react-query";
import { AskBox } from "../../blocks/ask-box/ask-box.tsx";
import { findExample } from "../../blocks/ask-box/example-question.ts";
import { Offers } from "../../blocks/ask-box/offers.tsx";
import { read } from "../../lib/queries.ts";
import classes from "./ask-page.module.css";
import { namedDimensions, suggestQuestions } from "./suggest-questions.ts";

/** Asks about everything that the tenant has, with questions to begin with. */
export function AskPage({ question }: { question: string | undefined }) {
  const { example, offers, isEmpty } = useSuggestions();
  if (isEmpty) return null;
  return (
    <div className={classes.room}>
      <AskBox start={question} example={example} offers={offers} />
    </div>
  );
}

/** Questions to begin a conversation with. */
export function SuggestedQuestions({ onAsk }: { onAsk: (question: string) => void }) {
  const { offers, isEmpty } = useSuggestions();
  if (isEmpty) return null;
  return <div className={classes.offers}>{offers.length > 0 && <Offers offers={offers} onOffer={onAsk} />}</div>;
}

/** What can be asked about the figures that the tenant has. */
function useSuggestions(): { example: string | undefined; offers: readonly string[]; isEmpty: boolean } {
  const { data: catalogue } = useQuery({ ...read("listMetrics", {}), staleTime: 60_000 });
  const members = useQueries({
    queries: namedDimensions.map((dimension) => ({
      ...read("listMembers", { dimension, limit: 1 }),
      enabled: catalogue !== undefined,
      staleTime: 60_000,
    })),
  });
  // All at once, so that nothing moves under the pointer.
  const isReady = catalogue !== undefined && members.every(({ isPending }) => !isPending);
  const named = Object.fromEntries(
    namedDimensions.map((dimension, place) => [dimension, members[place]?.data?.items[0]?.name]),
  );
  const filled = catalogue?.domains.filter(({ firstDay }) => firstDay !== null).map(({ id }) => id);
  return {
    example: findExample(filled ?? []),
    offers: isReady ? suggestQuestions(catalogue, named) : [],
    isEmpty: filled?.length === 0,
  };
}
