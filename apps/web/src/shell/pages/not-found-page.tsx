import { EmptyState } from "../../blocks/states/empty-state.tsx";
import { HomeButton } from "./home-button.tsx";
import { MessagePage } from "./message-page.tsx";

/** Shown for an address that leads nowhere. */
export function NotFoundPage() {
  return (
    <MessagePage status="404">
      <EmptyState
        heading="h1"
        title="Page not found"
        message="There is no page at this address. It may have moved, or the link may be incomplete."
        actions={<HomeButton variant="filled" />}
      />
    </MessagePage>
  );
}
