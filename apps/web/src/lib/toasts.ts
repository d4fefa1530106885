import type { ReactNode } from "react";

export type ToastType = "success" | "error" | "warning" | "info";

export type Toast = {
  id: string;
  title: string;
  message: string;
  type: ToastType;
  count: number;
  /** When it was shown. */
  at: number;
  /** Stands behind the message, such as a way to find out more. */
  action?: ReactNode;
};

type PauseReason = "hovered" | "focused" | "hidden";

type Timer = { remainingMs: number; startedAt: number; handle: ReturnType<typeof setTimeout> | null };

const timeoutMs = 2500;
const shownMax = 3;
const historyMax = 50;

let shown: readonly Toast[] = [];
let history: readonly Toast[] = [];
let lastId = 0;
const timers = new Map<string, Timer>();
const pauseReasons = new Set<PauseReason>();
const listeners = new Set<() => void>();

/** Shows a toast and returns its id; one that is already shown is counted up and starts its time again. */
export function showToast({
  title = "Notice",
  message,
  type = "info",
  action,
}: {
  title?: string;
  message: string;
  type?: ToastType;
  action?: ReactNode;
}): string {
  const equal = shown.find((toast) => toast.title === title && toast.message === message && toast.type === type);
  if (equal) {
    const counted = { ...equal, count: equal.count + 1 };
    const replace = (toast: Toast) => (toast.id === counted.id ? counted : toast);
    history = history.map(replace);
    change(shown.map(replace));
    startTimer(counted.id);
    return counted.id;
  }
  lastId += 1;
  const toast: Toast = { id: String(lastId), title, message, type, count: 1, at: Date.now(), action };
  history = [...history, toast].slice(-historyMax);
  for (const { id } of shown.slice(0, -(shownMax - 1))) stopTimer(id);
  change([...shown.slice(-(shownMax - 1)), toast]);
  startTimer(toast.id);
  return toast.id;
}

/** Takes a toast off the screen; one that is gone already is left alone. */
export function dismissToast(id: string): void {
  if (!timers.has(id)) return;
  stopTimer(id);
  if (timers.size === 0) {
    // The element under the pointer or the focus is gone, so that no leave event will come.
    resumeToasts("hovered");
    resumeToasts("focused");
  }
  change(shown.filter((toast) => toast.id !== id));
}

/** Stops the time of all toasts until every reason to wait has been taken back. */
export function pauseToasts(reason: PauseReason): void {
  const wasRunning = pauseReasons.size === 0;
  pauseReasons.add(reason);
  if (!wasRunning) return;
  for (const timer of timers.values()) {
    if (timer.handle !== null) clearTimeout(timer.handle);
    timer.handle = null;
    timer.remainingMs -= performance.now() - timer.startedAt;
  }
}

/** Takes back one reason to wait. */
export function resumeToasts(reason: PauseReason): void {
  if (!pauseReasons.delete(reason) || pauseReasons.size > 0) return;
  for (const [id, timer] of timers) run(id, timer);
}

/** The toasts on the screen, oldest first. */
export function shownToasts(): readonly Toast[] {
  return shown;
}

/** The last toasts of this page, oldest first, also those that are gone. */
export function toastHistory(): readonly Toast[] {
  return history;
}

/** Calls back on each change of the shown toasts, until the returned function is called. */
export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(toasts: readonly Toast[]) {
  shown = toasts;
  for (const listener of listeners) listener();
}

function startTimer(id: string) {
  stopTimer(id);
  const timer: Timer = { remainingMs: timeoutMs, startedAt: 0, handle: null };
  timers.set(id, timer);
  if (pauseReasons.size === 0) run(id, timer);
}

function run(id: string, timer: Timer) {
  timer.startedAt = performance.now();
  timer.handle = setTimeout(() => dismissToast(id), Math.max(timer.remainingMs, 0));
}

function stopTimer(id: string) {
  const handle = timers.get(id)?.handle;
  if (handle) clearTimeout(handle);
  timers.delete(id);
}
