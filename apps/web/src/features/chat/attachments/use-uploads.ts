import type { OwnFile } from "@console/contracts";
import { useCallback, useEffect, useRef, useState } from "react";
import { uploadFile } from "../../../lib/api.ts";
import { refetchTopic } from "../../../lib/queries.ts";
import { useFormats } from "../../../lib/use-formats.ts";
import { findRefusal } from "./file-words.ts";

/** A file on its way, or one that was not taken. */
export type Upload = {
  key: string;
  name: string;
  bytes: number;
  /** How much of it has been sent: from 0 to 1. */
  part: number;
  /** Why it was not taken. */
  problem: string | null;
};

/** Sends files one by one; `onAdded` is told of each that was taken. */
export function useUploads(onAdded: (file: OwnFile) => void) {
  const formats = useFormats();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const sending = useRef(new Map<string, AbortController>());
  useEffect(() => {
    const open = sending.current;
    return () => {
      for (const controller of open.values()) controller.abort();
    };
  }, []);

  const change = useCallback(
    (key: string, changed: Partial<Upload>) =>
      setUploads((now) => now.map((one) => (one.key === key ? { ...one, ...changed } : one))),
    [],
  );
  const remove = useCallback((key: string) => {
    sending.current.get(key)?.abort();
    setUploads((now) => now.filter((one) => one.key !== key));
  }, []);
  const send = async (key: string, file: File) => {
    const controller = new AbortController();
    sending.current.set(key, controller);
    try {
      const onPart = (part: number) => change(key, { part });
      const added = await uploadFile("addOwnFile", {}, file, { signal: controller.signal, onPart });
      remove(key);
      onAdded(added.file);
      void refetchTopic("files");
    } catch (error) {
      const words = error instanceof Error ? error.message : "It could not be sent.";
      if (!controller.signal.aborted) change(key, { problem: words });
    } finally {
      sending.current.delete(key);
    }
  };
  const add = (files: readonly File[]) => {
    for (const file of files) {
      const key = crypto.randomUUID();
      const problem = findRefusal(file, formats);
      setUploads((now) => [...now, { key, name: file.name, bytes: file.size, part: 0, problem }]);
      if (problem === null) void send(key, file);
    }
  };
  return { uploads, add, remove };
}
