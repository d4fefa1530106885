/** What can go wrong at the provider. */
export type FaultKind =
  /** HTTP 200 with another status in the body. */
  | { kind: "status"; status: number; message?: string }
  | { kind: "http"; status: number }
  | { kind: "text" }
  | { kind: "truncated" }
  /** One row comes without its list; longer lists are left as they are. */
  | { kind: "single" }
  | { kind: "dropped" }
  | { kind: "slow"; milliseconds: number }
  | { kind: "revoked" }
  /** The page before in the place of the one that was asked for. */
  | { kind: "page-twice" }
  | { kind: "page-order"; seed: number };

/** Where and how long it goes wrong: at every endpoint, from the next call on and for good, unless it says otherwise. */
export type Fault = FaultKind & { endpoint?: string; after?: number; times?: number };

/** Faults that are switched on. */
export class Faults {
  #faults: { fault: Fault; met: number }[] = [];

  add(fault: Fault): void {
    this.#faults.push({ fault, met: 0 });
  }

  /** Everything works again. */
  mend(): void {
    this.#faults = [];
  }

  /** The faults that a call meets. */
  meet(endpoint: string): Fault[] {
    const met: Fault[] = [];
    for (const entry of this.#faults) {
      const { endpoint: only = endpoint, after = 0, times = Number.POSITIVE_INFINITY } = entry.fault;
      if (only !== endpoint) continue;
      entry.met += 1;
      if (entry.met > after && entry.met <= after + times) met.push(entry.fault);
    }
    return met;
  }
}

/** The one fault of a kind among those that a call meets. */
export function chooseFault<Kind extends Fault["kind"]>(
  faults: readonly Fault[],
  kind: Kind,
): Extract<Fault, { kind: Kind }> | undefined {
  return faults.find((fault): fault is Extract<Fault, { kind: Kind }> => fault.kind === kind);
}
