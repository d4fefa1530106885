/** When to try again, in words. */
export function describeWait(seconds: number | null): string {
  if (seconds === null) return "Try again in a few minutes.";
  if (seconds < 60) return `Try again in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`;
  const minutes = Math.ceil(seconds / 60);
  return `Try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`;
}
