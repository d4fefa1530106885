import "@mantine/core/styles/Menu.css";
import "@mantine/core/styles/Popover.css";
import "@mantine/core/styles/Paper.css";
import type { ConversationHead } from "@console/contracts";
import { isPlatformRole } from "@console/contracts/roles";
import { Button, Menu } from "@mantine/core";
import {
  IconArchive,
  IconDots,
  IconDownload,
  IconFolder,
  IconPencil,
  IconPin,
  IconShare,
  IconTrash,
} from "@tabler/icons-react";
import { useState } from "react";
import { ConfirmDialog } from "../../blocks/confirm-dialog/confirm-dialog.tsx";
import { LazyMenu } from "../../blocks/lazy-menu/lazy-menu.tsx";
import { callApi } from "../../lib/api.ts";
import { useAuth } from "../../lib/auth/use-auth.ts";
import { read, useWrite } from "../../lib/queries.ts";
import { queryClient } from "../../lib/query-client.ts";
import { saveBlob, toFileName } from "../../lib/save-blob.ts";
import { showFailure } from "../../lib/show-failure.ts";
import classes from "./chat.module.css";
import { forgetReads } from "./forget-reads.ts";
import { OneField } from "./one-field.tsx";
import { ShareDialog } from "./share-dialog.tsx";
import { writeJson, writeMarkdown } from "./write-conversation.ts";

type Props = { item: ConversationHead; folders: readonly string[]; onLeave: () => Promise<void> };

const icon = { size: 16, stroke: 1.5, "aria-hidden": true } as const;

/** What can be done with a conversation. */
export function ConversationMenu({ item, folders, onLeave }: Props) {
  const [dialog, setDialog] = useState<"title" | "folder" | "share" | "delete" | null>(null);
  const change = useWrite("changeConversation");
  const [isRemoving, setRemoving] = useState(false);
  const { id: conversation, isPinned, isArchived } = item;
  // Colleagues read it on a page of their organisation, for as long as it is kept, and trust its figures.
  const canShare = !isPlatformRole(useAuth().role) && item.expiresAt === null && item.importedAt === null;
  const onError = (failure: Error) => showFailure("Conversation not changed", failure);
  const close = () => setDialog(null);
  const remove = async () => {
    setRemoving(true);
    try {
      await onLeave();
      await forgetReads(read("getConversation", { conversation }).queryKey);
      await callApi("deleteConversation", { conversation });
      close();
      void queryClient.invalidateQueries({ queryKey: ["listConversations"] });
    } catch (failure) {
      showFailure("Conversation not deleted", failure);
    } finally {
      setRemoving(false);
    }
  };
  const save = (changed: { title?: string; folder?: string | null; isPinned?: boolean; isArchived?: boolean }) =>
    change.mutate({ conversation, ...changed }, { onSuccess: close, onError });

  const download = async (form: "md" | "json") => {
    try {
      const whole = await callApi("getConversation", { conversation });
      const text = form === "md" ? writeMarkdown(whole) : writeJson(whole);
      const type = form === "md" ? "text/markdown" : "application/json";
      saveBlob(new Blob([text], { type }), `${toFileName(whole.title, "conversation")}.${form}`);
    } catch (failure) {
      showFailure("Not downloaded", failure);
    }
  };

  return (
    <>
      <LazyMenu label={`More about: ${item.title}`} icon={<IconDots {...icon} />} opens="menu">
        {({ target, isOpen, onOpen }) => (
          <Menu position="bottom-end" shadow="md" opened={isOpen} onChange={onOpen}>
            <Menu.Target>{target}</Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => setDialog("title")}>
                Rename
              </Menu.Item>
              <Menu.Item leftSection={<IconPin {...icon} />} onClick={() => save({ isPinned: !isPinned })}>
                {isPinned ? "Unpin" : "Pin"}
              </Menu.Item>
              <Menu.Item leftSection={<IconFolder {...icon} />} onClick={() => setDialog("folder")}>
                Move to folder
              </Menu.Item>
              {canShare && (
                <Menu.Item leftSection={<IconShare {...icon} />} onClick={() => setDialog("share")}>
                  Share
                </Menu.Item>
              )}
              <Menu.Item leftSection={<IconDownload {...icon} />} onClick={() => void download("md")}>
                Download as Markdown
              </Menu.Item>
              <Menu.Item leftSection={<IconDownload {...icon} />} onClick={() => void download("json")}>
                Download as JSON
              </Menu.Item>
              <Menu.Item leftSection={<IconArchive {...icon} />} onClick={() => save({ isArchived: !isArchived })}>
                {isArchived ? "Move out of the archive" : "Archive"}
              </Menu.Item>
              <Menu.Item color="red" leftSection={<IconTrash {...icon} />} onClick={() => setDialog("delete")}>
                Delete
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </LazyMenu>
      {dialog === "title" && (
        <ConfirmDialog title="Rename the conversation" onClose={close}>
          <OneField label="Title" start={item.title} isBusy={change.isPending} onSave={(title) => save({ title })} />
        </ConfirmDialog>
      )}
      {dialog === "folder" && (
        <ConfirmDialog title="Move to folder" onClose={close}>
          <OneField
            label="Folder"
            start={item.folder ?? ""}
            choices={folders}
            mayBeEmpty
            isBusy={change.isPending}
            onSave={(folder) => save({ folder: folder === "" ? null : folder })}
          />
        </ConfirmDialog>
      )}
      {dialog === "share" && <ShareDialog conversation={conversation} title={item.title} onClose={close} />}
      {dialog === "delete" && (
        <ConfirmDialog title="Delete the conversation?" onClose={close}>
          <p>“{item.title}” is removed for good, with all its answers.</p>
          <div className={classes.acts}>
            <Button color="red" loading={isRemoving} onClick={() => void remove()}>
              Delete conversation
            </Button>
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
          </div>
        </ConfirmDialog>
      )}
    </>
  );
}
