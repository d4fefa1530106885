import { SideDrawer } from "../side-drawer/side-drawer.tsx";
import { type OpenedRow, RowPanel, titleForRow } from "./row-panel.tsx";

/** One row with all that is known of it, over the page; mounted while it is open. */
export function RowDrawer(props: OpenedRow) {
  return (
    <SideDrawer title={titleForRow(props.detail)} closeLabel="Close row" width={560} onClose={props.onClose}>
      <RowPanel {...props} />
    </SideDrawer>
  );
}
