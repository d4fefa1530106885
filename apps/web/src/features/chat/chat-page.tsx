import "@mantine/core/styles/Checkbox.css";
import "@mantine/core/styles/Input.css";
import type { Conversation, ConversationHead } from "@console/contracts";
import { Button, Checkbox, NativeSelect } from "@mantine/core";
import { IconMessages, IconUserCog } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { SideDrawer } from "../../blocks/side-drawer/side-drawer.tsx";
import { callApi } from "../../lib/api.ts";
import { read, refetchTopic } from "../../lib/queries.ts";
import { queryClient } from "../../lib/query-client.ts";
import { showFailure } from "../../lib/show-failure.ts";
import { AssistantDrawer } from "./assistant-drawer.tsx";
import { listWritten } from "./branch.ts";
import classes from "./chat.module.css";
import { Composer } from "./composer.tsx";
import { ConversationList } from "./conversation-list.tsx";
import { Thread } from "./thread.tsx";
import { useModelChoice } from "./use-model-choice.ts";

type Opened = { id: string; tenant: string | undefined };

type Props = {
  /** The conversation that the address names. */
  openId: string | undefined;
  onOpen: (opened: Opened | null) => Promise<void>;
  /** A question of the address, which is asked at once. */
  question?: string | undefined;
  /** Platform admins choose the organisation that they ask about. */
  hasTenants?: boolean;
  /** Stands below the field of a new conversation. */
  start: (ask: (question: string) => void) => ReactNode;
};

/** Conversations with the assistant: the list of them, and the one that is open. */
export function ChatPage({ openId, onOpen, question, hasTenants = false, start }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [isListOpen, setListOpen] = useState(false);
  const [isAssistantOpen, setAssistantOpen] = useState(false);
  const open = (conversation: Pick<ConversationHead, "id" | "tenant"> | null) => {
    setListOpen(false);
    return onOpen(conversation && { id: conversation.id, tenant: conversation.tenant?.id });
  };
  const list = <ConversationList openId={openId} onOpen={open} />;
  const assistant = (
    <Button
      size="compact-sm"
      variant="subtle"
      color="gray"
      leftSection={<IconUserCog size={16} stroke={1.5} aria-hidden="true" />}
      onClick={() => setAssistantOpen(true)}
    >
      Your assistant
    </Button>
  );
  return (
    <div className={classes.page}>
      <aside className={classes.side}>
        {list}
        {assistant}
      </aside>
      <section className={classes.room} aria-label="Questions">
        <div className={classes.phoneBar}>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconMessages size={16} stroke={1.5} aria-hidden="true" />}
            onClick={() => setListOpen(true)}
          >
            Conversations
          </Button>
          {assistant}
          {openId !== undefined && (
            <Button size="compact-sm" variant="subtle" onClick={() => void open(null)}>
              New conversation
            </Button>
          )}
        </div>
        {openId === undefined ? (
          <NewConversation field={field} question={question} hasTenants={hasTenants} onOpen={onOpen} start={start} />
        ) : (
          <Thread key={openId} id={openId} field={field} />
        )}
      </section>
      {isAssistantOpen && (
        <AssistantDrawer
          onClose={() => setAssistantOpen(false)}
          onLeave={async () => (openId === undefined ? undefined : open(null))}
        />
      )}
      {isListOpen && (
        <SideDrawer
          title="Conversations"
          closeLabel="Close conversations"
          width={360}
          onClose={() => setListOpen(false)}
        >
          {list}
        </SideDrawer>
      )}
    </div>
  );
}

type NewProps = Pick<Props, "question" | "hasTenants" | "onOpen" | "start"> & {
  field: React.RefObject<HTMLTextAreaElement | null>;
};

/** Begins a conversation with its first question. */
function NewConversation({ field, question, hasTenants, onOpen, start }: NewProps) {
  const { models, problem, model: choice, choose } = useModelChoice();
  const [tenant, setTenant] = useState("");
  const [isTemporary, setTemporary] = useState(false);
  const [isBusy, setBusy] = useState(false);

  const ask = async (text: string, more: { compareWith?: string; files?: string[] } = {}): Promise<boolean> => {
    setBusy(true);
    let begun: string | null = null;
    try {
      const about = tenant === "" ? {} : { tenant };
      const conversation = await callApi("startConversation", { isTemporary, ...about });
      const { id } = conversation;
      begun = id;
      const model = choice === undefined ? {} : { model: choice };
      const writing = await callApi("sendMessage", { conversation: id, text, ...model, ...more });
      // Shown with its answer still open: one that is quick is announced like one that takes long.
      queryClient.setQueryData<Conversation>(read("getConversation", { conversation: id }).queryKey, {
        ...conversation,
        messages: listWritten(writing),
        leaf: writing.answer.id,
      });
      void queryClient.invalidateQueries({ queryKey: ["listConversations"] });
      void onOpen({ id, tenant: tenant || undefined });
      return true;
    } catch (failure) {
      showFailure("Message not sent", failure);
      if (begun !== null) await removeEmpty(begun);
      return false;
    } finally {
      setBusy(false);
      void refetchTopic("limits");
    }
  };
  const asked = useRef<string | null>(null);
  useEffect(() => {
    if (!question || asked.current === question) return;
    asked.current = question;
    void ask(question);
  });
  return (
    <>
      <div className={classes.begin}>
        <Composer
          field={field}
          placeholder="In your own words, or / for prompts"
          models={models}
          model={choice}
          onModel={choose}
          isBusy={isBusy}
          onSend={ask}
          onEditLast={() => {}}
        />
        {problem && <p className={classes.note}>{problem}</p>}
        <div className={classes.options}>
          {hasTenants && <TenantChoice tenant={tenant} onTenant={setTenant} />}
          <Checkbox
            size="xs"
            label="Temporary: removed a day after its last message"
            checked={isTemporary}
            onChange={(event) => setTemporary(event.currentTarget.checked)}
          />
        </div>
      </div>
      {start((text) => void ask(text))}
    </>
  );
}

/** Where the first message was refused nothing is left of its conversation. */
async function removeEmpty(conversation: string): Promise<void> {
  try {
    await callApi("deleteConversation", { conversation });
  } catch (failure) {
    showFailure("An empty conversation is left", failure);
  }
}

function TenantChoice({ tenant, onTenant }: { tenant: string; onTenant: (tenant: string) => void }) {
  const { data } = useQuery({ ...read("listTenants", { limit: 100 }), staleTime: 60_000 });
  const choices = data?.items.map(({ id, name }) => ({ value: id, label: name })) ?? [];
  return (
    <NativeSelect
      aria-label="Organisation"
      value={tenant}
      data={[{ value: "", label: "No organisation" }, ...choices]}
      onChange={(event) => onTenant(event.currentTarget.value)}
    />
  );
}
