import { type Conversation, type EntityRow, shortestOpeningReason } from "@console/contracts";
import { formatInstant, formatNumber } from "@console/figures/format";
import { Button, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import dialog from "../../blocks/confirm-dialog/confirm-dialog.module.css";
import { ConfirmDialog } from "../../blocks/confirm-dialog/confirm-dialog.tsx";
import { PlainTable } from "../../blocks/plain-table/plain-table.tsx";
import { SideDrawer } from "../../blocks/side-drawer/side-drawer.tsx";
import { ReadProblem } from "../../blocks/states/read-problem.tsx";
import { ShapedSkeleton } from "../../blocks/states/shaped-skeleton.tsx";
import { callApi } from "../../lib/api.ts";
import { read } from "../../lib/queries.ts";
import { useAppForm } from "../../lib/use-app-form.ts";
import { useFormats } from "../../lib/use-formats.ts";
import classes from "./users.module.css";

const Transcript = lazy(async () => ({
  default: (await import("../../blocks/transcript/transcript.tsx")).Transcript,
}));

/** When someone talked with the assistant; one conversation is opened with a reason, and they are told. */
export function ConversationsTab({ row }: { row: EntityRow }) {
  const formats = useFormats();
  const tenantId = String(row.tenantId);
  const { data, error, refetch } = useQuery(read("listClosedConversations", { tenantId, uid: String(row.id) }));
  const [asked, setAsked] = useState<string | null>(null);
  const [opened, setOpened] = useState<Conversation | null>(null);
  if (error && !data) {
    return (
      <ReadProblem
        heading="h3"
        title="The conversations could not be loaded"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <ShapedSkeleton label="Loading the conversations" shape="list" />;
  return (
    <div className={classes.stack}>
      <p>Conversations are private. Opening one needs a reason, is audited, and is told to the user at once.</p>
      {data.items.length === 0 ? (
        <p>There is no conversation that can be opened.</p>
      ) : (
        <PlainTable
          name="Conversations"
          rows={data.items}
          rowKey={({ id }) => id}
          columns={[
            {
              id: "at",
              label: "Last message",
              isHeader: true,
              cell: ({ updatedAt }) => formatInstant(updatedAt, formats),
            },
            {
              id: "count",
              label: "Messages",
              isNumeric: true,
              cell: ({ messages }) => formatNumber(messages, formats),
            },
            {
              id: "open",
              label: "Action",
              cell: ({ id, updatedAt }) => (
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`Open the conversation of ${formatInstant(updatedAt, formats)}`}
                  onClick={() => setAsked(id)}
                >
                  Open
                </Button>
              ),
            },
          ]}
        />
      )}
      {asked !== null && (
        <OpenDialog
          tenantId={tenantId}
          conversation={asked}
          onClose={() => setAsked(null)}
          onOpened={(conversation) => {
            setAsked(null);
            setOpened(conversation);
          }}
        />
      )}
      {opened && (
        <SideDrawer
          title={opened.title}
          closeLabel="Close the conversation"
          width={640}
          onClose={() => setOpened(null)}
        >
          <Suspense fallback={<ShapedSkeleton label="Loading the conversation" shape="list" />}>
            <Transcript messages={opened.messages} />
          </Suspense>
        </SideDrawer>
      )}
    </div>
  );
}

type DialogProps = {
  tenantId: string;
  conversation: string;
  onClose: () => void;
  onOpened: (conversation: Conversation) => void;
};

function OpenDialog({ tenantId, conversation, onClose, onOpened }: DialogProps) {
  const form = useAppForm({ initialValues: { reason: "" } });
  const reason = form.values.reason.trim();
  const isShort = reason.length < shortestOpeningReason;
  return (
    <ConfirmDialog title="Open this conversation?" onClose={onClose}>
      <form
        ref={form.element}
        className={dialog.form}
        noValidate
        onSubmit={form.submit(async () => {
          if (!isShort) onOpened(await callApi("openConversation", { tenantId, conversation, reason }));
        })}
      >
        <p>The user receives an email with your name and the reason, and both stay in the audit log.</p>
        <Textarea
          label="Reason"
          description={`At least ${shortestOpeningReason} characters.`}
          inputWrapperOrder={["label", "input", "description", "error"]}
          required
          data-autofocus
          rows={2}
          maxLength={300}
          {...form.getInputProps("reason")}
        />
        {form.failure && (
          <p role="alert" className={dialog.problem}>
            {form.failure.message}
          </p>
        )}
        <div className={dialog.actions}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" color="red" disabled={isShort} loading={form.submitting}>
            Open conversation
          </Button>
        </div>
      </form>
    </ConfirmDialog>
  );
}
