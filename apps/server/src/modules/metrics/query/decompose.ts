/** A member of a dimension, now and before: its figure, and what this adds up and is divided by. */
export type Part = {
  name: string;
  now: number | null;
  before: number | null;
  /** Each [now, before]. */
  over: readonly [number, number];
  /** Null where nothing is divided. */
  under: readonly [number, number] | null;
};

type Share = Part & { contribution: number; fromRate: number; fromMix: number };

/** As far as numbers of the computer may differ from what they stand for. */
const tolerance = 1e-9;

/**
 * What each part did to the change of the whole, the largest first and the rest together. Of a rate, `fromRate` is what
 * its own rate did and `fromMix` what its weight did: symmetric, so that the way back is the same. Null where the parts
 * do not add up to the whole.
 */
export function decompose(
  parts: readonly Part[],
  whole: Part,
  { mostNamed, rest }: { mostNamed: number; rest: string },
) {
  const shares = parts.map((part) => toShare(part, whole));
  const change = changeOf(whole);
  if (change === null || shares.some((share) => share === null)) return null;
  const known = shares.flatMap((share) => share ?? []).sort(bySize);
  const sum = add(known.map(({ contribution }) => contribution));
  const size = add(known.map(({ contribution }) => Math.abs(contribution)));
  if (Math.abs(sum - change) > tolerance * Math.max(size, Math.abs(change), Math.abs(rateAt(whole, 0) ?? 0)))
    return null;

  const named = known.filter(({ name }) => name !== rest);
  const isWhole = named.length === known.length && named.length <= mostNamed + 1;
  const shown = isWhole ? named : named.slice(0, mostNamed);
  const others = known.filter((share) => !shown.includes(share));
  const last = others.length > 0 ? toShare(addParts(others, rest), whole) : null;
  return {
    members: [...shown, ...(last ? [last] : [])],
    /**
     * How much more of the change a few parts make up than they are of the whole: nothing where all moved alike, nearly
     * all where the change is that of one small part.
     */
    explainedBy(count: number): number {
      const most = named.filter(({ contribution }) => Math.sign(contribution) === Math.sign(change)).slice(0, count);
      const made = add(most.map(({ contribution }) => contribution)) / change;
      return Math.min(1, made) - add(most.map((part) => weigh(part, whole)));
    },
  };
}

/** A part with what it did; null where the whole has no rate. */
function toShare(part: Part, whole: Part): Share | null {
  if (!part.under || !whole.under) {
    const contribution = part.over[0] - part.over[1];
    return { ...part, contribution, fromRate: contribution, fromMix: 0 };
  }
  const [now, before] = [rateAt(whole, 0), rateAt(whole, 1)];
  if (now === null || before === null) return null;
  const [weight, weightBefore] = [part.under[0] / whole.under[0], part.under[1] / whole.under[1]];
  const moved = part.over[0] / whole.under[0] - part.over[1] / whole.under[1];
  // More weight lifts the whole only where it is that of a part above the usual.
  const contribution = moved - (weight - weightBefore) * ((now + before) / 2);
  const [rate, rateBefore] = [rateAt(part, 0), rateAt(part, 1)];
  // A part that was not there on one side has no rate that could have changed.
  const fromRate = rate === null || rateBefore === null ? 0 : (rate - rateBefore) * ((weight + weightBefore) / 2);
  return { ...part, contribution, fromRate, fromMix: contribution - fromRate };
}

function rateAt({ over, under }: Part, side: 0 | 1): number | null {
  if (!under) return over[side];
  return under[side] === 0 ? null : over[side] / under[side];
}

function changeOf(whole: Part): number | null {
  const [now, before] = [rateAt(whole, 0), rateAt(whole, 1)];
  return now === null || before === null ? null : now - before;
}

/** How large a part is of the whole, on both sides together. */
function weigh({ over, under }: Part, whole: Part): number {
  const [own, all] = [under ?? over, whole.under ?? whole.over];
  const size = Math.abs(all[0]) + Math.abs(all[1]);
  return size === 0 ? 0 : (Math.abs(own[0]) + Math.abs(own[1])) / size;
}

function addParts(parts: readonly Part[], name: string): Part {
  const sum = (side: 0 | 1, of: "over" | "under") => add(parts.map((part) => part[of]?.[side] ?? 0));
  const isDivided = parts.some(({ under }) => under !== null);
  const added: Part = {
    name,
    now: null,
    before: null,
    over: [sum(0, "over"), sum(1, "over")],
    under: isDivided ? [sum(0, "under"), sum(1, "under")] : null,
  };
  return { ...added, now: rateAt(added, 0), before: rateAt(added, 1) };
}

function bySize(one: Share, two: Share): number {
  return Math.abs(two.contribution) - Math.abs(one.contribution) || (one.name < two.name ? -1 : 1);
}

function add(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
