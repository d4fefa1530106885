import { createFileRoute } from "@tanstack/react-router";
import { SharedChatPage } from "../../features/chat/shared-chat.tsx";
import { ConsolePending } from "../../shell/console/console-pending.tsx";
import { PageHeader } from "../../shell/console/page-header.tsx";

export const Route = createFileRoute("/tenant/shared-chats/$share")({
  component: SharedChat,
  pendingComponent: ConsolePending,
});

function SharedChat() {
  const { share } = Route.useParams();
  return <SharedChatPage key={share} share={share} Header={PageHeader} />;
}
