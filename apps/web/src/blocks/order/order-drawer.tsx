import { Link } from "@tanstack/react-router";
import { SideDrawer } from "../side-drawer/side-drawer.tsx";
import { OrderView } from "./order-view.tsx";

/** One order across everything, over the page. */
export function OrderDrawer({ reference, onClose }: { reference: string; onClose: () => void }) {
  return (
    <SideDrawer
      title={`Order ${reference}`}
      about={
        <Link to="/tenant/orders/$reference" params={{ reference }}>
          Open as page
        </Link>
      }
      closeLabel="Close order"
      width={860}
      onClose={onClose}
    >
      <OrderView reference={reference} heading="h3" />
    </SideDrawer>
  );
}
