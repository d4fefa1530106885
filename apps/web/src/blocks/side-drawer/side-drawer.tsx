import "@mantine/core/styles/ScrollArea.css";
import "@mantine/core/styles/CloseButton.css";
import "@mantine/core/styles/Overlay.css";
import "@mantine/core/styles/Paper.css";
import "@mantine/core/styles/ModalBase.css";
import "@mantine/core/styles/Drawer.css";

import { Drawer } from "@mantine/core";
import { type ReactNode, useEffect, useId, useState } from "react";
import classes from "./side-drawer.module.css";

type Props = {
  title: ReactNode;
  /** Stands before the title, such as a step back. */
  before?: ReactNode;
  /** Stands under the title. */
  about?: ReactNode;
  closeLabel: string;
  /** In pixels; a narrower window is filled. */
  width: number;
  onClose: () => void;
  children: ReactNode;
};

/** Something over the right of the page; mounted while it is open, and what had the focus has it again afterwards. */
export function SideDrawer({ title, before, about, closeLabel, width, onClose, children }: Props) {
  const isTop = useIsTop();
  const [opener] = useState(() => document.activeElement);
  useEffect(() => () => (opener as HTMLElement | null)?.focus({ preventScroll: true }), [opener]);

  return (
    <Drawer.Root
      opened
      onClose={() => isTop() && onClose()}
      position="right"
      size={`min(100vw, ${width}px)`}
      // The scroll lock of the component writes a style element, which the page's policy refuses.
      lockScroll={false}
      // The focus is given back above, without moving the page.
      returnFocus={false}
      transitionProps={{ duration: 140 }}
    >
      <Drawer.Overlay backgroundOpacity={0.4} />
      <Drawer.Content>
        {/* The component's own header would be a second banner of the page. */}
        <div className={classes.header}>
          {before}
          <div className={classes.heading}>
            <Drawer.Title className={classes.title}>{title}</Drawer.Title>
            {about}
          </div>
          <Drawer.CloseButton aria-label={closeLabel} />
        </div>
        <Drawer.Body className={classes.body}>{children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}

/** The drawers that are open, the last one on top. */
const openDrawers: string[] = [];

/** Whether a drawer lies over all others: Escape closes that one alone. */
function useIsTop(): () => boolean {
  const id = useId();
  useEffect(() => {
    openDrawers.push(id);
    // Until the key that has closed it is heard by all.
    return () => void setTimeout(() => openDrawers.splice(openDrawers.indexOf(id), 1));
  }, [id]);
  return () => openDrawers.at(-1) === id;
}
