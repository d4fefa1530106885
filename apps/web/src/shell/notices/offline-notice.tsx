import { IconWifiOff } from "@tabler/icons-react";
import { useSyncExternalStore } from "react";
import { NoticeBar } from "./notice-bar.tsx";

/** Stands on the screen for as long as the browser has no connection. */
export function OfflineNotice() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  if (isOnline) return null;
  return (
    <NoticeBar icon={<IconWifiOff size={18} stroke={1.5} aria-hidden />}>
      You are offline. Figures may be out of date, and nothing can be saved for now.
    </NoticeBar>
  );
}

function subscribe(listener: () => void) {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}
