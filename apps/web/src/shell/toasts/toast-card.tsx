import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle, IconX } from "@tabler/icons-react";
import type { Toast } from "../../lib/toasts.ts";
import classes from "./toasts.module.css";

const icons = {
  success: IconCircleCheck,
  error: IconCircleX,
  warning: IconAlertTriangle,
  info: IconInfoCircle,
};

/** One toast: what kind it is, what happened, and a button that closes it. */
export function ToastCard({ toast, onClose }: { toast: Toast; onClose: (id: string) => void }) {
  const { id, title, message, type, count, action } = toast;
  const Icon = icons[type];

  return (
    <div className={classes.toast} data-type={type}>
      <Icon size={18} stroke={1.5} className={classes.icon} role="img" aria-label={type} />
      <div className={classes.words}>
        <p className={classes.title}>
          {title}
          {count > 1 && <span className={classes.count}> ×{count}</span>}
        </p>
        <p className={classes.message}>
          {message} {action}
        </p>
      </div>
      <button
        type="button"
        className={classes.close}
        data-toast={id}
        aria-label={`Close: ${title}`}
        onClick={() => onClose(id)}
      >
        <IconX size={16} stroke={1.5} aria-hidden />
      </button>
    </div>
  );
}
