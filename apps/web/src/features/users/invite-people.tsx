import type { EntityDescription, EntityValue } from "@console/contracts";
import { Button, Textarea } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import dialog from "../../blocks/confirm-dialog/confirm-dialog.module.css";
import { FieldInput } from "../../blocks/resource-form/field-input.tsx";
import type { FormValues } from "../../blocks/resource-form/form-values.ts";
import { useResourceAddress } from "../../blocks/resource-page/resource-address.ts";
import { uploadFile } from "../../lib/api.ts";
import { refetchTopic } from "../../lib/queries.ts";
import { showToast } from "../../lib/toasts.ts";
import { useAppForm } from "../../lib/use-app-form.ts";
import { type Invited, InvitedList } from "./invited-list.tsx";
import { readAddresses } from "./read-addresses.ts";
import classes from "./users.module.css";

const mostAtOnce = 1000;

/** Invites one or many: what is wrong with each address is told before anything is sent. */
export function InvitePeople({ description }: { description: EntityDescription }) {
  const { go } = useResourceAddress();
  const form = useAppForm<{ text: string; shared: FormValues }>({
    initialValues: { text: "", shared: { role: "user" } },
  });
  const people = readAddresses(form.values.text);
  const shared = description.fields.filter(({ name }) => name === "role" || name === "tenantId");
  const send = useMutation({
    mutationFn: async (isTrial: boolean): Promise<Invited> => {
      const lines = people.map((one) => JSON.stringify({ ...one, ...toTexts(form.values.shared) }));
      const file = new File([lines.join("\n")], "people.ndjson", { type: "application/x-ndjson" });
      const input = { entity: description.name, isTrial: isTrial ? "true" : "false", isOnlyNew: "true" };
      const answer = await uploadFile("importEntity", input, file);
      return { people, outcomes: answer.outcomes, count: answer.counts.new, isSent: answer.isWritten };
    },
    onSuccess: ({ isSent, count }) => {
      if (!isSent) return;
      void refetchTopic("entities");
      showToast({ title: "Users", message: sentWords(count), type: "success" });
    },
  });
  const { data: answer } = send;
  const change = (part: Partial<typeof form.values>) => {
    send.reset();
    form.setFailure(null);
    form.change(part);
  };
  const isTooMany = people.length > mostAtOnce;
  return (
    <section className={classes.card} aria-labelledby="invite-people">
      <h2 id="invite-people" className={classes.name}>
        Invite people
      </h2>
      {answer?.isSent ? null : (
        <form
          className={dialog.form}
          noValidate
          aria-label="Invite people"
          onSubmit={form.submit(async () => {
            if (people.length > 0 && !isTooMany) await send.mutateAsync(true);
          })}
        >
          <Textarea
            label="Email addresses"
            description="One or more, separated by commas, spaces or lines. Name <name@company.com> works too."
            inputWrapperOrder={["label", "input", "description", "error"]}
            error={isTooMany ? `At most ${mostAtOnce.toLocaleString("en-US")} at once. Import a file for more.` : null}
            rows={5}
            resize="vertical"
            data-autofocus
            value={form.values.text}
            onChange={({ currentTarget }) => change({ text: currentTarget.value })}
          />
          <div className={classes.pair}>
            {shared.map((field) => (
              <FieldInput
                key={field.name}
                field={field}
                value={form.values.shared[field.name] ?? null}
                onChange={(next) => change({ shared: { ...form.values.shared, [field.name]: next } })}
              />
            ))}
          </div>
          <div className={dialog.actions}>
            <Button variant="default" onClick={() => go({ do: undefined })}>
              Cancel
            </Button>
            <Button
              type="submit"
              variant={answer ? "default" : "filled"}
              disabled={people.length === 0 || isTooMany}
              loading={send.isPending && send.variables}
            >
              {people.length > 1 ? `Check ${people.length.toLocaleString("en-US")} addresses` : "Check"}
            </Button>
            {answer && (
              <Button disabled={answer.count === 0} loading={send.isPending} onClick={() => send.mutate(false)}>
                {answer.count === 1 ? "Send 1 invitation" : `Send ${answer.count.toLocaleString("en-US")} invitations`}
              </Button>
            )}
          </div>
        </form>
      )}
      {send.error && (
        <p role="alert" className={dialog.problem}>
          {send.error.message}
        </p>
      )}
      {answer && <InvitedList {...answer} />}
      {answer?.isSent && (
        <div className={dialog.actions}>
          <Button variant="default" onClick={() => go({ do: undefined, filter: ["status:invited"] })}>
            Show pending invitations
          </Button>
          <Button onClick={() => go({ do: undefined })}>Done</Button>
        </div>
      )}
    </section>
  );
}

function sentWords(count: number): string {
  return count === 1
    ? "One invitation is on its way."
    : `${count.toLocaleString("en-US")} invitations are on their way.`;
}

/** An empty field says nothing. */
function toTexts(values: FormValues): Record<string, EntityValue> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== ""));
}
