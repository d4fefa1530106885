/** Lets things pass until it is held, and then only when it is released. */
export class Gate {
  #free = Number.POSITIVE_INFINITY;
  #waiting: (() => void)[] = [];

  /** So many still pass. */
  hold(free = 0): void {
    this.#free = free;
  }

  release(): void {
    this.#free = Number.POSITIVE_INFINITY;
    for (const go of this.#waiting.splice(0)) go();
  }

  /** How many wait. */
  get waiting(): number {
    return this.#waiting.length;
  }

  pass(): Promise<void> {
    if (this.#free <= 0) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#free -= 1;
    return Promise.resolve();
  }
}
