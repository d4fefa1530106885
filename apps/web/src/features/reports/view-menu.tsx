import "@mantine/core/styles/Menu.css";
import "@mantine/core/styles/ModalBase.css";
import "@mantine/core/styles/Modal.css";
import "@mantine/core/styles/Overlay.css";
import "@mantine/core/styles/Checkbox.css";
import "@mantine/core/styles/InlineInput.css";
import type { SavedView } from "@console/contracts";
import { permissionsForRole } from "@console/contracts/permissions";
import { Button, Checkbox, Menu, Modal, TextInput } from "@mantine/core";
import {
  IconBookmark,
  IconBookmarkFilled,
  IconCheck,
  IconLink,
  IconPrinter,
  IconTrash,
  IconUsers,
} from "@tabler/icons-react";
import { useState } from "react";
import { useAuth } from "../../lib/auth/use-auth.ts";
import { copyText } from "../../lib/copy-text.ts";
import { useWrite } from "../../lib/queries.ts";
import { showToast } from "../../lib/toasts.ts";
import { useAppForm } from "../../lib/use-app-form.ts";
import classes from "./view-menu.module.css";

type Props = {
  report: string;
  views: readonly SavedView[];
  /** How the report is seen now. */
  query: string;
  onOpen: (query: string) => void;
  onPrint: () => void;
  /** Whether a report opens as it was left. */
  isRemembering: boolean;
  onRemembering: (next: boolean) => void;
};

/** Saved views of a report, and the ways to pass on how it is seen now. */
export function ViewMenu({ report, views, query, onOpen, onPrint, isRemembering, onRemembering }: Props) {
  const [isSaving, setIsSaving] = useState(false);
  const mayShare = permissionsForRole(useAuth().role).has("reports.share");
  const forget = useWrite("deleteView");
  const active = query === "" ? undefined : views.find((view) => view.query === query);
  const icon = { size: 16, stroke: 1.5, "aria-hidden": true } as const;
  const share = async () => {
    const isCopied = await copyText(window.location.href);
    showToast({
      type: isCopied ? "success" : "warning",
      title: isCopied ? "Link copied" : "Not copied",
      message: isCopied ? "It opens exactly this view." : "Copy the address of this page by hand.",
    });
  };
  return (
    <>
      <Menu position="bottom-end" shadow="md" withinPortal={false}>
        <Menu.Target>
          <Button
            variant="default"
            size="sm"
            className={classes.opener}
            leftSection={active ? <IconBookmarkFilled {...icon} /> : <IconBookmark {...icon} />}
            aria-label={active ? `View: ${active.title}` : "Views"}
          >
            {active?.title ?? "Views"}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {views.map((view) => (
            <Menu.Item
              key={view.id}
              leftSection={view.isShared ? <IconUsers {...icon} /> : <IconBookmark {...icon} />}
              onClick={() => onOpen(view.query)}
            >
              {view.title}
              {view.isShared && <span className={classes.quiet}> shared</span>}
            </Menu.Item>
          ))}
          {views.length > 0 && <Menu.Divider />}
          <Menu.Item leftSection={<IconBookmark {...icon} />} onClick={() => setIsSaving(true)}>
            Save this view
          </Menu.Item>
          <Menu.Item leftSection={<IconLink {...icon} />} onClick={() => void share()}>
            Copy link
          </Menu.Item>
          <Menu.Item leftSection={<IconPrinter {...icon} />} onClick={onPrint}>
            Print
          </Menu.Item>
          <Menu.Item
            leftSection={isRemembering ? <IconCheck {...icon} /> : <span className={classes.blank} />}
            role="menuitemcheckbox"
            aria-checked={isRemembering}
            onClick={() => onRemembering(!isRemembering)}
          >
            Open reports as I left them
          </Menu.Item>
          {views.some(({ isMine, isShared }) => isMine || (isShared && mayShare)) && (
            <>
              <Menu.Divider />
              <Menu.Label>Remove</Menu.Label>
              {views
                .filter(({ isMine, isShared }) => isMine || (isShared && mayShare))
                .map((view) => (
                  <Menu.Item
                    key={view.id}
                    leftSection={<IconTrash {...icon} />}
                    onClick={() => forget.mutate({ report, view: view.id })}
                  >
                    {view.title}
                  </Menu.Item>
                ))}
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {isSaving && <SaveView report={report} query={query} mayShare={mayShare} onClose={() => setIsSaving(false)} />}
    </>
  );
}

type SaveProps = { report: string; query: string; mayShare: boolean; onClose: () => void };

function SaveView({ report, query, mayShare, onClose }: SaveProps) {
  // The reason of a refusal stands at the name, whichever field it names.
  const form = useAppForm({ initialValues: { title: "", isShared: false }, isField: () => false });
  const write = useWrite("saveView");
  const save = async (values: { title: string; isShared: boolean }) => {
    await write.mutateAsync({ report, query, ...values });
    showToast({ type: "success", title: "View saved", message: `“${values.title.trim()}” is under Views.` });
    onClose();
  };
  return (
    <Modal
      opened
      lockScroll={false}
      onClose={onClose}
      title="Save this view"
      centered
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <form ref={form.element} className={classes.form} onSubmit={form.submit(save)}>
        <TextInput
          label="Name"
          description="Your view with the same name is replaced."
          data-autofocus
          required
          maxLength={80}
          {...form.getInputProps("title")}
          error={form.failure?.message}
        />
        {mayShare && (
          <Checkbox
            label="Share it with everyone in your organisation"
            {...form.getInputProps("isShared", { type: "checkbox" })}
          />
        )}
        <Button type="submit" loading={form.submitting} disabled={form.values.title.trim() === ""}>
          Save view
        </Button>
      </form>
    </Modal>
  );
}
