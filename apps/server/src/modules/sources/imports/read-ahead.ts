/** The items of a source, each while the next one is being made. */
export async function* readAhead<Item>(source: AsyncGenerator<Item, void>): AsyncGenerator<Item, void> {
  let next = source.next();
  try {
    for (;;) {
      const { done, value } = await next;
      if (done) return;
      next = source.next();
      // It is told once it is asked for; until then nobody listens.
      next.catch(() => {});
      yield value;
    }
  } finally {
    await source.return();
  }
}
