import { type CardPlace, cardWidths, type DashboardCard } from "@console/contracts";

/** What tells a card from every other. */
export function cardKey(card: DashboardCard): string {
  return "pin" in card ? `pin/${card.pin}` : `${card.report}/${card.panel.id}`;
}

/** What a card is called. */
export function titleForCard(card: DashboardCard): string {
  return "pin" in card ? card.title : card.panel.title;
}

/** Where a card comes from: its report, or what its reader has pinned. */
export function sourceForCard(card: DashboardCard): string {
  return "pin" in card ? "Your pinned answers" : card.source.title;
}

/** Cards as they are kept. */
export function toCardPlaces(cards: readonly DashboardCard[]): CardPlace[] {
  return cards.map((card) =>
    "pin" in card
      ? { pin: card.pin, width: card.width }
      : { report: card.report, panel: card.panel.id, width: card.width },
  );
}

/** Whether two arrangements are the same. */
export function isSame(first: readonly DashboardCard[], second: readonly DashboardCard[]): boolean {
  return JSON.stringify(toCardPlaces(first)) === JSON.stringify(toCardPlaces(second));
}

/** A card moved by some places; at either end it stays. */
export function moveCard(cards: readonly DashboardCard[], key: string, by: -1 | 1): DashboardCard[] {
  const from = cards.findIndex((card) => cardKey(card) === key);
  const to = from + by;
  const moved = cards[from];
  if (!moved || to < 0 || to >= cards.length) return [...cards];
  return cards.toSpliced(from, 1).toSpliced(to, 0, moved);
}

/** The next width up or down; null at the end. */
export function nextWidth(width: DashboardCard["width"], by: -1 | 1): DashboardCard["width"] | null {
  return cardWidths[cardWidths.indexOf(width) + by] ?? null;
}

/** A card made wider or narrower by one step. */
export function resizeCard(cards: readonly DashboardCard[], key: string, by: -1 | 1): DashboardCard[] {
  return cards.map((card) =>
    cardKey(card) === key ? { ...card, width: nextWidth(card.width, by) ?? card.width } : card,
  );
}

/** Cards without one of them. */
export function removeCard(cards: readonly DashboardCard[], key: string): DashboardCard[] {
  return cards.filter((card) => cardKey(card) !== key);
}
