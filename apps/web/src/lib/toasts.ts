import type { ReactNode } from "react";
import { authState } from "./auth/auth-state.ts";

export type ToastType = "success" | "error" | "warning" | "info";

export type Toast = {
  id: string;
  title: string;
  message: string;
  type: ToastType;
  count: number;
  /** When it was shown. */
  at: number;
  /** Who was signed in then. */
  uid: string | null;
  /** Stands behind the message, such as a way to find out more. */
  action?: ReactNode;
};

type PauseReason = "hovered" | "focused" | "hidden";

type Timer = { remainingMs: number; startedAt: number; handle: ReturnType<typeof setTimeout> | null };

const timeoutMs = 2500;
const shownMax = 3;
const historyMax = 50;
const storageKey = "toasts";

let shown: readonly Toast[] = [];
let history: readonly Toast[] = readHistory();
let lastId = Math.max(0, ...history.map(({ id }) => Number(id)));
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
    keepHistory(history.map(replace));
    change(shown.map(replace));
    startTimer(counted.id);
    return counted.id;
  }
  lastId += 1;
  const uid = authState().user?.uid ?? null;
  const toast: Toast = { id: String(lastId), title, message, type, count: 1, at: Date.now(), uid, action };
  keepHistory([...history, toast].slice(-historyMax));
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

/** The last toasts of this tab, oldest first, also those that are gone and those of the page before a reload. */
export function toastHistory(): readonly Toast[] {
  return history;
}

/** Calls back on each change of the shown toasts, until the returned function is called. */
export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Keeps what the one who is signed in was told, so that what they missed is still there when they load the page again. */
function keepHistory(toasts: readonly Toast[]) {
  history = toasts;
  const uid = authState().user?.uid;
  if (uid === undefined) return;
  const own = toasts.filter((toast) => toast.uid === uid).map(({ action: _, ...words }) => words);
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(own));
  } catch {
    // Where storage is refused, the history ends with the page.
  }
}

function readHistory(): readonly Toast[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isToast) : [];
  } catch {
    return [];
  }
}

function isToast(value: unknown): value is Toast {
  const { id, title, message, at } = Object(value) as Partial<Toast>;
  return Number(id) > 0 && typeof title === "string" && typeof message === "string" && typeof at === "number";
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
