import { showToast } from "../../lib/toasts.ts";

const patienceMs = 1_000;

/** Says so where nothing is printed: the frame around a page may not allow it, and the browser keeps silent. */
export function tellIfNotPrinted(): void {
  let hasBegun = false;
  const note = () => {
    hasBegun = true;
  };
  window.addEventListener("beforeprint", note);
  setTimeout(() => {
    window.removeEventListener("beforeprint", note);
    if (hasBegun) return;
    showToast({
      type: "warning",
      title: "Not printed",
      message: "The page around this report does not let it print. Open your link in a tab of its own.",
    });
  }, patienceMs);
}
