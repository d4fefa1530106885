const mostFailures = 3;
const windowMs = 60_000;
const restMs = 30_000;

/** Keeps a server from being asked for a while that has failed again and again. */
export class ProviderCircuit {
  #failedAt: number[] = [];
  #restsUntil = 0;

  rests(now: Date): boolean {
    return now.getTime() < this.#restsUntil;
  }

  fail(now: Date): void {
    const at = now.getTime();
    this.#failedAt = [...this.#failedAt, at].filter((one) => at - one <= windowMs).slice(-mostFailures);
    if (this.#failedAt.length === mostFailures) this.#restsUntil = at + restMs;
  }

  succeed(): void {
    this.#failedAt = [];
    this.#restsUntil = 0;
  }
}
