import { createFileRoute, notFound, useLocation, useNavigate } from "@tanstack/react-router";
import { ChatPage } from "../../features/chat/chat-page.tsx";
import { PinnedList } from "../../features/chat/pinned-list.tsx";
import { LandingPage } from "../../features/landing/landing-page.tsx";
import { AskPage, SuggestedQuestions } from "../../features/questions/ask-page.tsx";
import { readAskSearch } from "../../features/questions/ask-page-search.ts";
import { activeViewing } from "../../lib/auth/viewing.ts";
import { publicConfig } from "../../lib/config.ts";
import { ConsolePending } from "../../shell/console/console-pending.tsx";
import { PageHeader } from "../../shell/console/page-header.tsx";

export const Route = createFileRoute("/tenant/my-{$product}")({
  validateSearch: readAskSearch,
  loader: ({ params }) => {
    if (params.product !== publicConfig().productSlug) throw notFound();
  },
  component: MyFigures,
  pendingComponent: ConsolePending,
});

function MyFigures() {
  const navigate = useNavigate({ from: Route.fullPath });
  // All of one moment: a question that has led to its conversation is not asked again.
  const { search, state } = useLocation();
  const { q, c } = readAskSearch(search);
  const { askedAt } = state;
  return (
    <>
      <PageHeader title="My figures" question="Ask about your organisation in your own words, or see it at a glance." />
      {activeViewing() ? (
        // Conversations are private: whoever views an account for support only asks.
        <>
          <AskPage key={askedAt} question={q} />
          <LandingPage />
        </>
      ) : (
        <ChatPage
          key={askedAt}
          openId={c}
          question={q}
          onOpen={(opened) => navigate({ search: opened ? { c: opened.id } : {}, replace: q !== undefined })}
          start={(ask) => (
            <>
              <SuggestedQuestions onAsk={ask} />
              <PinnedList onOpen={(c) => void navigate({ search: { c } })} />
              <LandingPage />
            </>
          )}
        />
      )}
    </>
  );
}
