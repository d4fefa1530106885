import { useEffect, useState } from "react";
import { publicConfig, refreshConfig } from "../../lib/config.ts";

const everyMs = 5 * 60_000;
/** Coming back to a tab often must not become a stream of calls. */
const atLeastMs = 30_000;

/** Whether the server runs another version than this page; looked up while the page is visible. */
export function useNewVersion(): boolean {
  const [isNew, setIsNew] = useState(false);

  useEffect(() => {
    if (isNew) return;
    let checkedAt = Date.now();
    const check = async () => {
      if (document.hidden || Date.now() - checkedAt < atLeastMs) return;
      checkedAt = Date.now();
      const config = await refreshConfig();
      if (config && config.version !== publicConfig().version) setIsNew(true);
    };
    const start = () => void check();
    const interval = setInterval(start, everyMs);
    window.addEventListener("focus", start);
    document.addEventListener("visibilitychange", start);
    return () => {
      clearInterval(interval);
      window.removeEventListener("focus", start);
      document.removeEventListener("visibilitychange", start);
    };
  }, [isNew]);

  return isNew;
}
