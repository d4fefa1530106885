/** Whoever has found two knows that there is more than one. */
const mostSums = 2;

/** Places of two to four amounts that sum up to another one; at most two such sums. */
export function findSums(amounts: readonly number[], target: number): number[][] {
  const sums: number[][] = [];
  const places = new Map<number, number[]>();
  for (const [place, amount] of amounts.entries()) {
    const own = places.get(amount) ?? [];
    own.push(place);
    places.set(amount, own);
  }
  const pairs = new Map<number, [number, number][]>();
  for (const [first, amount] of amounts.entries()) {
    for (let second = first + 1; second < amounts.length; second++) {
      const sum = amount + (amounts[second] ?? 0);
      const own = pairs.get(sum) ?? [];
      own.push([first, second]);
      pairs.set(sum, own);
    }
  }
  for (const [first, second] of pairs.get(target) ?? []) {
    sums.push([first, second]);
    if (sums.length === mostSums) return sums;
  }
  for (const [sum, own] of pairs) {
    const thirds = places.get(target - sum) ?? [];
    const others = pairs.get(target - sum) ?? [];
    if (thirds.length === 0 && others.length === 0) continue;
    for (const [first, second] of own) {
      const third = thirds.find((place) => place > second);
      if (third !== undefined) sums.push([first, second, third]);
      const other = others.find(([place]) => place > second);
      if (other) sums.push([first, second, ...other]);
      if (sums.length >= mostSums) return sums.slice(0, mostSums);
    }
  }
  return sums;
}
