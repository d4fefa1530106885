import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import connectFile from "../../../../../docs/examples/firebase-admin/connect.mjs?raw";
import { CopyBlock } from "../../blocks/copy-block/copy-block.tsx";
import detail from "../../blocks/detail/detail.module.css";
import { KeyList } from "../../blocks/keys/key-list.tsx";
import { RotateKey } from "../../blocks/keys/rotate-key.tsx";
import { ReadProblem } from "../../blocks/states/read-problem.tsx";
import { ShapedSkeleton } from "../../blocks/states/shaped-skeleton.tsx";
import { read } from "../../lib/queries.ts";
import { programCode } from "./connect-code.ts";
import { IssuedServiceKey } from "./issued-service-key.tsx";
import { issueServiceKey, keyOwner, type ServiceAccount } from "./service-account.ts";

/** The keys of a service account, how a program connects with one, and what no program can do. */
export function ConnectTab({ account }: { account: ServiceAccount }) {
  const { data, error, refetch } = useQuery(read("listServiceKeys", { id: account.id }));
  if (error && !data) {
    return (
      <ReadProblem heading="h3" title="The keys could not be loaded" error={error} onRetry={() => void refetch()} />
    );
  }
  if (!data) return <ShapedSkeleton label="Loading the keys" shape="list" />;
  return (
    <div className={detail.stack}>
      <Standing account={account} />
      {account.status !== "revoked" && (
        <div className={detail.actions}>
          <RotateKey
            owner={keyOwner(account)}
            isFirst={data.keys.length === 0}
            issue={issueServiceKey}
            loss="Programs that use it are refused until they have the new one."
            show={(issued, close) => <IssuedServiceKey account={account} issued={issued} onClose={close} />}
          />
        </div>
      )}
      <KeyList heading="Keys" keys={data.keys} none="It has no key yet, so no program can connect." />
      <HowToConnect address={data.address} />
      <Limits />
    </div>
  );
}

/** Says why its programs are refused, where they are. */
function Standing({ account: { status, hasRights } }: { account: ServiceAccount }) {
  if (status !== "active") return <p className={detail.warning}>It is {status}: its programs are refused.</p>;
  if (hasRights) return null;
  return <p className={detail.warning}>It has no permissions yet. Edit it to choose some.</p>;
}

function HowToConnect({ address }: { address: string }) {
  const id = useId();
  return (
    <section className={detail.part} aria-labelledby={id}>
      <h3 id={id}>How to connect</h3>
      <div className={detail.stack}>
        <p>
          Install firebase-admin from npm. Save the key file as key.json and this file as connect.mjs next to your
          program. Calls that the package would send to Google go to {address} instead.
        </p>
        <CopyBlock heading="h4" label="File connect.mjs" text={connectFile} isCapped />
        <CopyBlock heading="h4" label="Program" text={programCode(address)} />
      </div>
    </section>
  );
}

function Limits() {
  const id = useId();
  return (
    <section className={detail.part} aria-labelledby={id}>
      <h3 id={id}>What no service account can do</h3>
      <p>
        Whatever its permissions, it can never set the password or address of a console user or change platform admins.
        Its actions are in the audit log under its ID.
      </p>
    </section>
  );
}
