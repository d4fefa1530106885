import "@mantine/core/styles/Input.css";
import type { RouteInput, Routes } from "@console/contracts";
import { type StatementLanguage, statementLanguages } from "@console/contracts/ledger-words";
import { Button, NativeSelect, TextInput } from "@mantine/core";
import { type SyntheticEvent, useState } from "react";
import dialog from "../../blocks/confirm-dialog/confirm-dialog.module.css";
import { ConfirmDialog } from "../../blocks/confirm-dialog/confirm-dialog.tsx";
import { useExportList } from "../../blocks/exports/use-export-list.tsx";
import { callApi } from "../../lib/api.ts";
import { accessedTenant } from "../../lib/platform-access.ts";
import { useWrite } from "../../lib/queries.ts";
import { showToast } from "../../lib/toasts.ts";
import { FormProblem } from "./form-problem.tsx";
import { useLedgerRights } from "./use-ledger-rights.ts";

type Question = Omit<RouteInput<Routes["saveLedgerStatement"]>, "language">;
type Props = { question: RouteInput<Routes["getLedgerStatement"]>; currency: string };

/** The statement as PDF in a language, to be saved or sent. */
export function StatementFile({ question, currency }: Props) {
  const { canPost } = useLedgerRights();
  const exports = useExportList();
  const [language, setLanguage] = useState<StatementLanguage>("en");
  const [isSending, setSending] = useState(false);
  const { order: _order, page: _page, limit: _limit, ...asked } = question;
  const wanted: Question = { ...asked, currency };
  // Files are made in one's own name.
  if (accessedTenant()) return null;
  return (
    <>
      <NativeSelect
        size="xs"
        label="Language of the PDF"
        value={language}
        data={Object.entries(statementLanguages).map(([value, label]) => ({ value, label }))}
        onChange={(event) => setLanguage(event.currentTarget.value as StatementLanguage)}
      />
      <Button
        size="xs"
        variant="default"
        onClick={() => void exports.start(() => callApi("saveLedgerStatement", { ...wanted, language }))}
      >
        Save as PDF
      </Button>
      {canPost && (
        <Button size="xs" variant="default" onClick={() => setSending(true)}>
          Send by email
        </Button>
      )}
      {exports.list}
      {isSending && <SendDialog question={wanted} language={language} onClose={() => setSending(false)} />}
    </>
  );
}

type SendProps = { question: Question; language: StatementLanguage; onClose: () => void };

function SendDialog({ question, language, onClose }: SendProps) {
  const [email, setEmail] = useState("");
  const send = useWrite("sendLedgerStatement");
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    send.mutate(
      { ...question, language, email },
      {
        onSuccess: () => {
          showToast({
            type: "success",
            title: "Sending",
            message: `The statement goes to ${email} once it is created.`,
          });
          onClose();
        },
      },
    );
  };
  return (
    <ConfirmDialog title="Send the statement" onClose={onClose}>
      <form className={dialog.form} onSubmit={submit}>
        <p>{`The email holds a link to the PDF in ${statementLanguages[language]}. Whoever has the link can open it until it expires.`}</p>
        <TextInput
          label="Email address"
          type="email"
          data-autofocus
          required
          maxLength={254}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <FormProblem error={send.error} />
        <div className={dialog.actions}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={send.isPending}>
            Send statement
          </Button>
        </div>
      </form>
    </ConfirmDialog>
  );
}
