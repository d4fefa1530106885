import { EmptyState } from "../../blocks/states/empty-state.tsx";
import { HomeButton } from "./home-button.tsx";
import { MessagePage } from "./message-page.tsx";

/** Shown for a page that the reader's role may not open. */
export function NoAccess() {
  return (
    <MessagePage status="403">
      <EmptyState
        heading="h1"
        title="You have no access to this page"
        message="Your role does not include it. Ask an administrator of your organisation if you need it."
        actions={<HomeButton variant="filled" />}
      />
    </MessagePage>
  );
}
