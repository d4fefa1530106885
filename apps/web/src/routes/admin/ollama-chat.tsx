import { createFileRoute, useNavigate } from "@tanstack/react-router";
import { ChatPage } from "../../features/chat/chat-page.tsx";
import { readChatSearch } from "../../features/chat/chat-search.ts";
import { ConsolePending } from "../../shell/console/console-pending.tsx";
import { PageHeader } from "../../shell/console/page-header.tsx";

export const Route = createFileRoute("/admin/ollama-chat")({
  validateSearch: readChatSearch,
  component: AssistantChat,
  pendingComponent: ConsolePending,
});

function AssistantChat() {
  const { c, q } = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  return (
    <>
      <PageHeader title="Assistant" question="Ask about the figures of an organisation, in your own words." />
      <ChatPage
        openId={c}
        question={q}
        hasTenants
        onOpen={(opened) => {
          // Rows behind the figures are read in the organisation that the address names.
          const search = opened ? { c: opened.id, ...(opened.tenant && { tenant: opened.tenant }) } : {};
          return navigate({ search, replace: q !== undefined });
        }}
        start={() => null}
      />
    </>
  );
}
