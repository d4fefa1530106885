import { Skeleton } from "../../blocks/states/skeleton.tsx";
import { MessagePage } from "./message-page.tsx";

/** Shown while a page takes longer than a moment to load. */
export function PendingPage() {
  return (
    <MessagePage status={null}>
      <Skeleton label="Loading page" lines={[40, 90, 85, 60]} />
    </MessagePage>
  );
}
