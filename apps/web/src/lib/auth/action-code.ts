/** The code of a mailed link and what the link says it is for. */
export type ActionCode = { mode: string; oobCode: string };

let taken: ActionCode | null = null;

/** Takes the code of a mailed link out of the address, before anything else can see it there. */
export function takeActionCode(): void {
  if (location.pathname !== "/reset-password" || location.search === "") return;
  const query = new URLSearchParams(location.search);
  const oobCode = query.get("oobCode");
  taken = oobCode ? { mode: query.get("mode") ?? "", oobCode } : null;
  history.replaceState(history.state, "", location.pathname);
}

/** The code that this document was opened with, or null. */
export function actionCode(): ActionCode | null {
  return taken;
}
