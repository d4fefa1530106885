import type { ChatMessage, Conversation, RouteInput, Routes } from "@console/contracts";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { callApi } from "../../lib/api.ts";
import { useLiveTopic } from "../../lib/live-events.ts";
import { read, refetchTopic } from "../../lib/queries.ts";
import { queryClient } from "../../lib/query-client.ts";
import { showFailure } from "../../lib/show-failure.ts";
import { findLeaf, isOpen, listBranch, listWritten, mergeMessages, type Writing } from "./branch.ts";

type Query = NonNullable<RouteInput<Routes["sendMessage"]>["query"]>;

/** What is sent beside the words. */
export type Sending = { query?: Query; previous?: Query; model?: string; compareWith?: string; files?: string[] };

/** One conversation: its branch, and what can be done in it. */
export function useConversation(id: string) {
  const options = read("getConversation", { conversation: id });
  const key = options.queryKey;
  const { data, error, refetch } = useQuery(options);
  const [isSending, setSending] = useState(false);
  useLiveTopic("conversations.changed", "conversations");

  const put = useCallback(
    (messages: readonly ChatMessage[], leaf?: string) =>
      queryClient.setQueryData<Conversation>(key, (now) => {
        if (!now) return now;
        return { ...now, messages: mergeMessages(now.messages, messages), leaf: leaf ?? now.leaf };
      }),
    [key],
  );

  /** Does one thing at a time; false where it failed. */
  const attempt = useCallback(async (title: string, work: () => Promise<void>): Promise<boolean> => {
    setSending(true);
    try {
      await work();
      return true;
    } catch (failure) {
      showFailure(title, failure);
      return false;
    } finally {
      setSending(false);
      // It counts, or a limit that others have used up stands against it.
      void refetchTopic("limits");
    }
  }, []);

  const write = useCallback(
    (title: string, ask: () => Promise<Writing>) =>
      attempt(title, async () => {
        const writing = await ask();
        put(listWritten(writing), writing.answer.id);
        void queryClient.invalidateQueries({ queryKey: ["listConversations"] });
      }),
    [attempt, put],
  );

  const send = useCallback(
    (text: string, sending: Sending = {}) =>
      write("Message not sent", () => callApi("sendMessage", { conversation: id, text, ...sending })),
    [id, write],
  );
  const branch = useCallback(
    (message: string, text: string, model?: string) =>
      write("Message not sent", () => callApi("branchMessage", { message, text, ...(model && { model }) })),
    [write],
  );
  const retry = useCallback(
    (message: string, model?: string) =>
      write("No new answer", () => callApi("retryMessage", { message, ...(model && { model }) })),
    [write],
  );
  const goOn = useCallback(
    (message: string) => write("Not continued", () => callApi("continueMessage", { message })),
    [write],
  );
  const stop = useCallback(
    (messages: readonly ChatMessage[]) =>
      attempt("Not stopped", async () => {
        for (const { id: message } of messages) await callApi("stopMessage", { message });
      }),
    [attempt],
  );
  /** Goes on with one of two compared answers. */
  const keep = useCallback(
    (message: string) =>
      attempt("Not chosen", async () => {
        const { leaf } = await callApi("keepMessage", { message });
        const now = queryClient.getQueryData<Conversation>(key)?.messages ?? [];
        put(
          now.filter(({ isCompared }) => isCompared).map((one) => ({ ...one, isCompared: false })),
          leaf,
        );
      }),
    [attempt, key, put],
  );
  const show = useCallback(
    (message: string) =>
      attempt("Not shown", async () => {
        const messages = queryClient.getQueryData<Conversation>(key)?.messages ?? [];
        const leaf = findLeaf(messages, message);
        put([], leaf);
        await callApi("changeConversation", { conversation: id, leaf });
      }),
    [attempt, id, key, put],
  );
  /** An answer has ended; null where its conversation is gone. */
  const end = useCallback(
    (message: ChatMessage | null) => {
      if (message) put([message]);
      void refetchTopic("conversations");
    },
    [put],
  );

  const branchShown = data ? listBranch(data) : [];
  const working = branchShown.flatMap(({ message, siblings }) =>
    (message.isCompared ? siblings : [message]).filter(isOpen),
  );
  return {
    conversation: data,
    error,
    retryRead: () => void refetch(),
    branchShown,
    working,
    isSending,
    send,
    branch,
    retry,
    goOn,
    keep,
    stop,
    show,
    end,
  };
}
