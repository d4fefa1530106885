type Waiting<Ask, Answer> = { ask: Ask; resolve(answer: Answer): void; reject(error: unknown): void };

/**
 * Does in one go what is asked for together. While `waitMs` says that waiting costs nobody anything, asks are collected;
 * otherwise each goes at once. Answers come in the order of the asks.
 */
export function gather<Ask, Answer>(
  run: (asks: readonly Ask[]) => Promise<readonly Answer[]>,
  waitMs: () => number,
): (ask: Ask) => Promise<Answer> {
  let collected: Waiting<Ask, Answer>[] = [];

  async function go(round: readonly Waiting<Ask, Answer>[]): Promise<void> {
    try {
      const answers = await run(round.map(({ ask }) => ask));
      for (const [at, { resolve }] of round.entries()) resolve(answers[at] as Answer);
    } catch (error) {
      // What is wrong with one must not be answered to the others.
      if (round.length > 1) await Promise.all(round.map((one) => go([one])));
      else round[0]?.reject(error);
    }
  }

  function goWithAll(): void {
    const round = collected;
    collected = [];
    void go(round);
  }

  return (ask) =>
    new Promise((resolve, reject) => {
      collected.push({ ask, resolve, reject });
      if (collected.length > 1) return;
      const ms = waitMs();
      if (ms > 0) setTimeout(goWithAll, ms);
      else goWithAll();
    });
}
