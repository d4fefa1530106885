type Waiting<Input, Output> = { input: Input; resolve(output: Output): void; reject(error: unknown): void };

/**
 * Runs concurrent calls as one batch. While `waitMs` says that waiting costs nobody anything, inputs are collected;
 * otherwise each runs at once. Outputs come in the order of the inputs.
 */
export function batchConcurrent<Input, Output>(
  runBatch: (inputs: readonly Input[]) => Promise<readonly Output[]>,
  waitMs: () => number,
): (input: Input) => Promise<Output> {
  let collected: Waiting<Input, Output>[] = [];

  async function run(batch: readonly Waiting<Input, Output>[]): Promise<void> {
    try {
      const outputs = await runBatch(batch.map(({ input }) => input));
      for (const [index, { resolve }] of batch.entries()) resolve(outputs[index] as Output);
    } catch (error) {
      // The failure of one must not reach the others.
      if (batch.length > 1) await Promise.all(batch.map((one) => run([one])));
      else batch[0]?.reject(error);
    }
  }

  function runCollected(): void {
    const batch = collected;
    collected = [];
    void run(batch);
  }

  return (input) =>
    new Promise((resolve, reject) => {
      collected.push({ input, resolve, reject });
      if (collected.length > 1) return;
      const ms = waitMs();
      if (ms > 0) setTimeout(runCollected, ms);
      else runCollected();
    });
}
