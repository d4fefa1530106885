import type { EntityValue, Setting, SettingGroup } from "@console/contracts";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { isSame } from "../../blocks/resource-form/form-values.ts";
import { ApiError, callApi } from "../../lib/api.ts";
import { read, refetchTopic } from "../../lib/queries.ts";
import { queryClient } from "../../lib/query-client.ts";
import { showToast } from "../../lib/toasts.ts";
import { useAppForm } from "../../lib/use-app-form.ts";

type Value = string | number | boolean | null | string[];

/** What is typed in a group of settings, and the ways to save it or to let it go. */
export function useSettingGroup(group: SettingGroup) {
  const form = useAppForm<{ typed: Readonly<Record<string, Value>> }>({
    initialValues: { typed: {} },
    isField: (name) => findSetting(name) !== undefined,
  });
  const { typed } = form.values;
  const [seen, setSeen] = useState<Readonly<Record<string, string | null>>>({});
  /** Another one draws the inputs anew, so that none keeps what was typed. */
  const [round, setRound] = useState(0);
  const findSetting = (name: string) => group.settings.find((one) => one.name === name);
  const changes = Object.fromEntries(
    Object.entries(typed).filter(([name, value]) => {
      const setting = findSetting(name);
      return setting?.isSecret ? value !== "" : !isSame(setting?.value ?? null, value);
    }),
  );
  const save = useMutation({
    onMutate: () => {
      form.clearErrors();
      form.setFailure(null);
    },
    onError: form.refuse,
    mutationFn: (values: Record<string, Value>) => {
      const times = Object.fromEntries(Object.keys(values).map((name) => [name, readSavedTime(name)]));
      return callApi("changeSettings", { changes: values, seen: times });
    },
    onSuccess: (answer, values) => {
      queryClient.setQueryData(read("listSettings", {}).queryKey, answer);
      void queryClient.invalidateQueries({ queryKey: ["listSettingHistory"] });
      forget(Object.keys(values));
      showToast({ title: group.label, message: "The settings are saved.", type: "success" });
    },
  });

  /** When the setting was last changed, as it stood when it was first touched here. */
  function readSavedTime(name: string): string | null {
    return name in seen ? (seen[name] ?? null) : (findSetting(name)?.changedAt ?? null);
  }

  function forget(names: readonly string[] | null) {
    const without = <One>(all: Readonly<Record<string, One>>) =>
      Object.fromEntries(Object.entries(all).filter(([name]) => names !== null && !names.includes(name)));
    form.change({ typed: without(form.getValues().typed) });
    setSeen(without);
    setRound((before) => before + 1);
  }

  function forgetRefusal() {
    form.clearErrors();
    form.setFailure(null);
    save.reset();
  }

  return {
    changes,
    element: form.element,
    round,
    currentValue: (setting: Setting) => (setting.name in typed ? (typed[setting.name] ?? null) : setting.value),
    change(setting: Setting, next: EntityValue) {
      setSeen((before) => (setting.name in before ? before : { ...before, [setting.name]: setting.changedAt }));
      form.change({ typed: { ...form.getValues().typed, [setting.name]: next as Value } });
      form.clearFieldError(setting.name);
    },
    save: () => save.mutate(changes),
    /** Goes back to what the product comes with. */
    reset: (setting: Setting) => save.mutate({ [setting.name]: null }),
    discard() {
      forget(null);
      forgetRefusal();
    },
    /** Looks at what holds now; what was typed stays. It cannot be saved before: it would be refused again. */
    async lookAgain() {
      await refetchTopic("settings");
      setSeen({});
      forgetRefusal();
    },
    isSaving: save.isPending,
    failure: form.failure,
    errors: form.errors,
    isConflict: save.error instanceof ApiError && save.error.kind === "conflict",
    /** What must be confirmed with a word before it is saved. */
    toConfirm: Object.keys(changes).flatMap((name) => {
      const setting = findSetting(name);
      const isFilled = changes[name] !== false && changes[name] !== null && changes[name] !== "";
      return setting?.confirm && isFilled ? [{ label: setting.field.label, word: setting.confirm }] : [];
    }),
  };
}
