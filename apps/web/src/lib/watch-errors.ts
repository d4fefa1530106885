/** Tells the logs of the platform what a page could not bear; its code comes with the first error. */
export function tellError(error: unknown): void {
  // Whoever is offline cannot tell.
  void import("./report-error.ts").then(
    ({ reportError }) => reportError(error),
    () => {},
  );
}

/** Tells of every error that nothing handles. */
export function watchErrors(): void {
  addEventListener("error", ({ error }) => {
    if (error) tellError(error);
  });
  addEventListener("unhandledrejection", ({ reason }) => tellError(reason));
}
