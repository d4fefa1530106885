import { Button } from "@mantine/core";
import { useRef, useState } from "react";
import { copyText } from "../../lib/copy-text.ts";
import classes from "./links.module.css";

/** A text to be taken elsewhere, with a button that copies it. */
export function CopyBlock({ label, text }: { label: string; text: string }) {
  const block = useRef<HTMLPreElement>(null);
  const [words, setWords] = useState("");
  const copy = async () => {
    const isCopied = await copyText(text);
    if (!isCopied && block.current) window.getSelection()?.selectAllChildren(block.current);
    setWords(isCopied ? "Copied" : "The text is selected. Copy it by hand.");
  };
  return (
    <div className={classes.copy}>
      <div className={classes.copyHead}>
        <h3 className={classes.label}>{label}</h3>
        <span className={classes.quiet} role="status">
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
      <pre ref={block} className={classes.code}>
        {text}
      </pre>
    </div>
  );
}
