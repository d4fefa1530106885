import type { RouteInput, RouteOutput, Routes, SourceMapping, SourceSample } from "@console/contracts";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { ApiError, callApi } from "../../../../lib/api.ts";
import { type ConnectionValues, toSettings } from "./connection-values.ts";
import { chosenMapping, filledIn, mappingKey, toMapping } from "./mapping-values.ts";
import type { ConnectionFormState } from "./use-connection-form.ts";

type SampleInput = RouteInput<Routes["sampleSource"]>;
type Answer = RouteOutput<Routes["sampleSource"]>;

/** Reads a sample of the source that the form describes, saved or not, and fills in what fits. */
export function useSample(form: ConnectionFormState) {
  const { values, stored, source } = form;
  // The last one that could be read stays while another is read, and when that fails.
  const [last, setLast] = useState<{ sample: SourceSample; input: SampleInput; milliseconds: number } | null>(null);
  const reading = useRef<AbortController | null>(null);
  useEffect(() => () => reading.current?.abort(), []);
  const call = useMutation({
    mutationFn: async (input: SampleInput): Promise<Answer | null> => {
      const control = new AbortController();
      reading.current = control;
      try {
        return await callApi("sampleSource", input, { signal: control.signal });
      } catch (error) {
        if (control.signal.aborted) return null;
        throw error;
      }
    },
    onSuccess: (answer, input) => {
      if (!answer?.sample) return;
      const { sample, milliseconds } = answer;
      setLast({ sample, input, milliseconds });
      if (sample.read > 0) form.changeMapping((before) => filledIn(before, sample.mapping));
    },
    onError: (error) => form.tell(error instanceof ApiError ? error.fields : {}),
  });

  function read() {
    const { tenantId, kind, secret } = values;
    if (tenantId === "") return form.tell({ tenantId: "Choose the tenant whose data it is." });
    if (kind !== "rest" && kind !== "sql") return;
    form.tell({});
    const mapping = chosenMapping(values.mapping);
    call.mutate({
      tenantId,
      source,
      kind,
      settings: toSettings(values),
      ...(secret !== "" && { secret }),
      ...(stored && { connection: stored.id }),
      ...(mapping && { mapping }),
    });
  }

  return {
    read,
    stop: () => reading.current?.abort(),
    lacking: form.errors.tenantId,
    sample: last?.sample ?? null,
    milliseconds: last?.milliseconds ?? 0,
    isReading: call.isPending,
    failure: call.error,
    problem: call.data?.problem ?? null,
    /** The fields that were filled because their columns' names fit. */
    filled: last ? filledFields(last) : [],
    /** What was read is no longer what the form says. */
    isOld: last !== null && nowKey(values) !== readKey(last.input, last.sample.mapping),
  };
}

function filledFields({ sample: { tables, mapping }, input }: { sample: SourceSample; input: SampleInput }): string[] {
  const fields = tables.find(({ fact }) => fact === mapping.fact)?.fields ?? [];
  const isFilled = ({ name }: { name: string }) => mapping.fields[name] && !input.mapping?.fields[name];
  return fields.filter(isFilled).map(({ label }) => label);
}

function nowKey(values: ConnectionValues): string {
  const mapping = toMapping(values.kind, values.mapping);
  return JSON.stringify([values.tenantId, toSettings(values), mappingKey(mapping)]);
}

function readKey({ tenantId, settings }: SampleInput, mapping: SourceMapping): string {
  return JSON.stringify([tenantId, settings, mappingKey(mapping)]);
}
