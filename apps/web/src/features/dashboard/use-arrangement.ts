import { type Dashboard, type DashboardCard, dashboardPreference } from "@console/contracts";
import { useState } from "react";
import { useWrite } from "../../lib/queries.ts";
import { showToast } from "../../lib/toasts.ts";
import { cardKey, isSame, moveCard, removeCard, resizeCard, titleForCard, toCardPlaces } from "./arrange-cards.ts";

/** The cards while they are being arranged; `isReset` says that they are the default again, not an own arrangement. */
type Draft = { cards: readonly DashboardCard[]; isReset: boolean };

/** What a save does: keeps the cards for oneself or for everyone, or goes back to the product's for everyone. */
type Audience = "me" | "everyone" | "product";

const savedWords: Record<Audience, string> = {
  me: "Your cards are saved.",
  everyone: "Everyone who has not arranged their own cards sees these.",
  product: "Everyone who has not arranged their own cards sees the product's default.",
};

const widthWords: Record<DashboardCard["width"], string> = {
  4: "a third wide",
  6: "half wide",
  8: "two thirds wide",
  12: "full width",
};

/** Arranging the cards of a dashboard: nothing is kept before it is saved, and a failed save loses nothing. */
export function useArrangement({ cards, defaults }: Pick<Dashboard, "cards" | "defaults">) {
  const [draft, setDraft] = useState<Draft | null>(null);
  /** What was done last, for those who do not see it. */
  const [said, setSaid] = useState("");
  const [audience, setAudience] = useState<Audience>("me");
  const keep = useWrite("setChoice");
  const keepForAll = useWrite("setDefaultDashboard");
  const write = audience === "me" ? keep : keepForAll;
  const shown = draft?.cards ?? cards;

  const change = (next: readonly DashboardCard[], words: string) => {
    setDraft({ cards: next, isReset: false });
    setSaid(words);
  };
  const cardNumber = (list: readonly DashboardCard[], key: string) =>
    list.findIndex((card) => cardKey(card) === key) + 1;
  const end = () => {
    setDraft(null);
    setSaid("");
    keep.reset();
    keepForAll.reset();
  };
  const save = async (meant: Audience) => {
    if (!draft) return;
    setAudience(meant);
    try {
      const places = toCardPlaces(draft.cards);
      if (meant !== "me") await keepForAll.mutateAsync({ cards: meant === "everyone" ? places : null });
      else await keep.mutateAsync({ name: dashboardPreference, value: draft.isReset ? null : places });
    } catch {
      // The failure stands beside the cards, which stay as they are until it is tried again.
      return;
    }
    end();
    showToast({ type: "success", title: "Dashboard saved", message: savedWords[meant] });
  };

  return {
    cards: shown,
    said,
    audience,
    save,
    cancel: end,
    isArranging: draft !== null,
    isDirty: draft !== null && !isSame(draft.cards, cards),
    isSaving: keep.isPending || keepForAll.isPending,
    failure: draft ? write.error : null,
    start: () => setDraft({ cards, isReset: false }),
    move: (key: string, title: string, by: -1 | 1) => {
      const next = moveCard(shown, key, by);
      change(next, `${title} is now card ${cardNumber(next, key)} of ${next.length}.`);
    },
    resize: (key: string, title: string, by: -1 | 1) => {
      const next = resizeCard(shown, key, by);
      const width = next.find((card) => cardKey(card) === key)?.width ?? 12;
      change(next, `${title} is now ${widthWords[width]}.`);
    },
    remove: (key: string, title: string) => change(removeCard(shown, key), `${title} is removed.`),
    add: (card: DashboardCard) => change([...shown, card], `${titleForCard(card)} is added as the last card.`),
    reset: () => {
      setDraft({ cards: defaults, isReset: true });
      setSaid("The cards are the default again.");
    },
  };
}

export type Arrangement = ReturnType<typeof useArrangement>;
