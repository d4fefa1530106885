import { type OwnFile, ownFileLimits } from "@console/contracts";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { useLiveTopic } from "../../../lib/live-events.ts";
import { read } from "../../../lib/queries.ts";
import { useUploads } from "./use-uploads.ts";

export type Attachments = ReturnType<typeof useAttachments>;

const { filesOfMessage } = ownFileLimits;

/** The files that go with the next message: those that are chosen, and those on their way. */
export function useAttachments() {
  const { data } = useQuery(read("listOwnFiles", {}));
  useLiveTopic("files.changed", "files");
  const [chosen, setChosen] = useState<readonly OwnFile[]>([]);
  const [notice, setNotice] = useState<string | null>(null);
  const take = useCallback(
    (file: OwnFile) => setChosen((now) => (now.some(({ id }) => id === file.id) ? now : [...now, file])),
    [],
  );
  const { uploads, add: upload, remove: removeUpload } = useUploads(take);
  // What is known of a file by now; one that was just added is not in the list yet.
  const files = chosen.map((file) => data?.items.find(({ id }) => id === file.id) ?? file);
  const count = files.length + uploads.length;

  const makeRoom = (more: number): boolean => {
    const hasRoom = count + more <= filesOfMessage;
    setNotice(hasRoom ? null : `Up to ${filesOfMessage} files go with one message.`);
    return hasRoom;
  };
  return {
    /** Whether files may be attached at all. */
    isOn: data?.isOn ?? false,
    staysHere: data?.staysHere ?? false,
    own: data?.items ?? [],
    files,
    uploads,
    /** What stands against a file, or against sending now. */
    notice,
    add: (sent: readonly File[]) => {
      if (sent.length > 0 && makeRoom(sent.length)) upload(sent);
    },
    take: (file: OwnFile) => {
      if (makeRoom(1)) take(file);
    },
    remove: (id: string) => {
      setNotice(null);
      setChosen((now) => now.filter((file) => file.id !== id));
      removeUpload(id);
    },
    clear: () => {
      setNotice(null);
      setChosen([]);
    },
    /** Whether all of them can be sent now; says why where they cannot. */
    checkReady: (): boolean => {
      const hasFailed =
        uploads.some(({ problem }) => problem !== null) || files.some(({ state }) => state === "failed");
      const isReady = uploads.length === 0 && files.every(({ state }) => state === "ready");
      const words = hasFailed ? "Remove the file that could not be read." : "Wait until your files have been read.";
      setNotice(isReady ? null : words);
      return isReady;
    },
  };
}
