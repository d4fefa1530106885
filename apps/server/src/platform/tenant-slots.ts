import { AppError } from "./errors.ts";

/** Gives a slot back. */
type Release = () => void;

type Waiting = { admit: () => void };

/** Slots for costly work, of which one tenant never holds all. */
export type TenantSlots = {
  /** A slot at once, or null. */
  tryTake(tenantId: string): Release | null;
  /** A slot once one is free; nobody waits for long. */
  take(tenantId: string, signal: AbortSignal): Promise<Release>;
};

const patienceMs = 10_000;

/** Makes slots: so many in all, and so many for one tenant. */
export function createTenantSlots({ most, mostForTenant }: { most: number; mostForTenant: number }): TenantSlots {
  const slotsByTenant = new Map<string, number>();
  const queue: Waiting[] = [];
  let all = 0;

  const tryTake = (tenantId: string): Release | null => {
    const own = slotsByTenant.get(tenantId) ?? 0;
    if (all >= most || own >= mostForTenant) return null;
    all++;
    slotsByTenant.set(tenantId, own + 1);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      all--;
      const remaining = (slotsByTenant.get(tenantId) ?? 1) - 1;
      if (remaining > 0) slotsByTenant.set(tenantId, remaining);
      else slotsByTenant.delete(tenantId);
      for (const { admit } of [...queue]) admit();
    };
  };

  const take = (tenantId: string, signal: AbortSignal) =>
    new Promise<Release>((resolve, reject) => {
      signal.throwIfAborted();
      const leave = () => {
        clearTimeout(limit);
        signal.removeEventListener("abort", stop);
        const place = queue.indexOf(waiting);
        if (place >= 0) queue.splice(place, 1);
      };
      const admit = () => {
        const release = tryTake(tenantId);
        if (!release) return;
        leave();
        resolve(release);
      };
      const stop = () => {
        leave();
        reject(signal.reason);
      };
      const refuse = () => {
        leave();
        const message = "Other files or sources of yours are being read. Try again when they are done.";
        reject(new AppError("limit_reached", message, { retryAfterSeconds: 10 }));
      };
      const waiting: Waiting = { admit };
      const limit = setTimeout(refuse, patienceMs);
      signal.addEventListener("abort", stop);
      queue.push(waiting);
      admit();
    });

  return { tryTake, take };
}
