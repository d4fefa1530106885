import { type ReactElement, type ReactNode, type Ref, useEffect, useRef, useState } from "react";
import classes from "./lazy-menu.module.css";

type Opened = { target: ReactElement; isOpen: boolean; onOpen: (isOpen: boolean) => void };

type Props = {
  /** What the button is called. */
  label: string;
  icon: ReactNode;
  opens: "menu" | "dialog";
  size?: number;
  /** The menu or popover around its button. */
  children: (opened: Opened) => ReactNode;
};

/**
 * A small button with a menu or a popover that is made when it is first used: a report has dozens of them, and making
 * all of them beforehand would hold up everything else.
 */
export function LazyMenu({ children, ...button }: Props) {
  const [isUsed, setIsUsed] = useState(false);
  if (isUsed) return <Used {...button}>{children}</Used>;
  return <Opener {...button} onClick={() => setIsUsed(true)} />;
}

function Used({ children, ...button }: Props) {
  const target = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    // The button was made anew: it takes the focus back before what it opens takes it over.
    target.current?.focus();
    setIsOpen(true);
  }, []);
  return children({ target: <Opener {...button} ref={target} />, isOpen, onOpen: setIsOpen });
}

type OpenerProps = Omit<Props, "children"> & {
  onClick?: () => void;
  ref?: Ref<HTMLButtonElement>;
  className?: string;
};

/** What opens gives its button a name and a state; its looks stay our own. */
function Opener({ label, icon, opens, size = 28, className = "", ...rest }: OpenerProps) {
  return (
    <button
      type="button"
      aria-haspopup={opens}
      aria-expanded={false}
      {...rest}
      className={`${classes.opener} ${className}`}
      style={{ width: size, height: size }}
      aria-label={label}
    >
      {icon}
    </button>
  );
}
