import { useSourceAddress } from "../../../blocks/connection/use-source-address.ts";
import { taskTypes } from "./monitor-words.ts";

/** What of the board is looked at, as the address says. */
export function useBoardAddress() {
  const { query, go } = useSourceAddress();
  const { team, agent, type, status } = query;
  return {
    filters: {
      ...(team !== undefined && { team }),
      ...(agent !== undefined && { agent }),
      ...(type !== undefined && taskTypes[Number(type)] !== undefined && { type: Number(type) }),
    },
    status: status !== undefined && /^\d{1,2}$/.test(status) ? Number(status) : null,
    go: (part: Parameters<typeof go>[0]) => go(part, { isReplaced: true }),
  };
}
