import "@mantine/core/styles/Input.css";
import { answerRanges, type AnswerSettings as Settings } from "@console/contracts";
import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import dialog from "../../blocks/confirm-dialog/confirm-dialog.module.css";
import { ConfirmDialog } from "../../blocks/confirm-dialog/confirm-dialog.tsx";
import { callApi } from "../../lib/api.ts";
import { refetchTopic } from "../../lib/queries.ts";
import { useAppForm } from "../../lib/use-app-form.ts";
import classes from "./conversation-acts.module.css";

type Props = { conversation: string; settings: Settings };

/** How models answer in a conversation, with a way to change it. */
export function AnswerSettings({ conversation, settings }: Props) {
  const [isOpen, setOpen] = useState(false);
  const isChanged = settings.temperature !== null || settings.answerTokens !== null;
  return (
    <>
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        className={classes.settings}
        onClick={() => setOpen(true)}
      >
        {isChanged ? "Answer settings (changed)" : "Answer settings"}
      </Button>
      {isOpen && (
        <ConfirmDialog title="Answer settings" onClose={() => setOpen(false)}>
          <SettingsForm conversation={conversation} settings={settings} onClose={() => setOpen(false)} />
        </ConfirmDialog>
      )}
    </>
  );
}

type Values = { temperature: string; answerTokens: string };
const { temperature, answerTokens } = answerRanges;

function SettingsForm({ conversation, settings, onClose }: Props & { onClose: () => void }) {
  const form = useAppForm<Values>({
    initialValues: { temperature: write(settings.temperature), answerTokens: write(settings.answerTokens) },
    check: (values) => ({
      ...checkRange("temperature", values.temperature, temperature),
      ...checkRange("answerTokens", values.answerTokens, { ...answerTokens, isWhole: true }),
    }),
  });
  async function save(values: Values) {
    const chosen = { temperature: parse(values.temperature), answerTokens: parse(values.answerTokens) };
    await callApi("changeConversation", { conversation, settings: chosen });
    await refetchTopic("conversations");
    onClose();
  }
  return (
    <form ref={form.element} className={dialog.form} noValidate onSubmit={form.submit(save)}>
      <p>They hold for the answers of models in this conversation, from the next question on.</p>
      <TextInput
        label="Temperature"
        description={`${temperature.least} keeps to the likeliest words, ${temperature.most} chooses freely. Empty: ${temperature.usual}.`}
        inputMode="decimal"
        data-autofocus
        {...form.getInputProps("temperature")}
      />
      <TextInput
        label="Longest answer in tokens"
        description={`From ${answerTokens.least} to ${answerTokens.most}. A word takes one or two. Empty: ${answerTokens.usual}.`}
        inputMode="numeric"
        {...form.getInputProps("answerTokens")}
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
        <Button type="submit" loading={form.submitting}>
          Save settings
        </Button>
      </div>
    </form>
  );
}

const write = (value: number | null) => (value === null ? "" : String(value));
const parse = (typed: string) => (typed.trim() === "" ? null : Number(typed.trim().replace(",", ".")));

type Range = { least: number; most: number; isWhole?: boolean };

function checkRange(name: keyof Values, typed: string, { least, most, isWhole = false }: Range) {
  const value = parse(typed);
  if (value === null || (value >= least && value <= most && (!isWhole || Number.isInteger(value)))) return {};
  return { [name]: `Enter a ${isWhole ? "whole " : ""}number from ${least} to ${most}, or leave it empty.` };
}
