import { Button } from "@mantine/core";
import { useRef, useState } from "react";
import { copyText } from "../../lib/copy-text.ts";
import detail from "../detail/detail.module.css";
import classes from "./copy-block.module.css";

type Props = {
  label: string;
  text: string;
  heading?: "h3" | "h4";
  /** It is taken rather than read: a long one scrolls by itself, and what follows stays in sight. */
  isCapped?: boolean;
};

/** A text to be taken elsewhere, with a button that copies it. */
export function CopyBlock({ label, text, heading: Heading = "h3", isCapped = false }: Props) {
  const block = useRef<HTMLPreElement>(null);
  const [words, setWords] = useState("");
  const copy = async () => {
    const isCopied = await copyText(text);
    if (!isCopied && block.current) window.getSelection()?.selectAllChildren(block.current);
    setWords(isCopied ? "Copied" : "The text is selected. Copy it by hand.");
  };
  const code = (
    <pre ref={block} className={classes.code}>
      {text}
    </pre>
  );
  return (
    <div className={classes.copy}>
      <div className={classes.head}>
        <Heading className={classes.label}>{label}</Heading>
        <span className={detail.quiet} role="status">
          {words}
        </span>
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Copy ${label.toLowerCase()}`}
          onClick={() => void copy()}
        >
          Copy
        </Button>
      </div>
      {isCapped ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        <section className={classes.capped} aria-label={label} tabIndex={0}>
          {code}
        </section>
      ) : (
        code
      )}
    </div>
  );
}
