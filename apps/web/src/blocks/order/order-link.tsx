import { Button } from "@mantine/core";
import { IconPackage } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import classes from "./order.module.css";

const OrderDrawer = lazy(async () => ({ default: (await import("./order-drawer.tsx")).OrderDrawer }));

/** Opens the order that something belongs to, over the page. */
export function OrderLink({ reference }: { reference: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        size="xs"
        className={classes.link}
        leftSection={<IconPackage size={16} stroke={1.5} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        Order {reference}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <OrderDrawer reference={reference} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
