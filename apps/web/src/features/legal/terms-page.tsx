import { Link } from "@tanstack/react-router";
import { publicConfig } from "../../lib/config.ts";
import { ContactLine, LegalPage, LegalPart } from "./legal-page.tsx";

/** The terms of using the console. */
export function TermsPage() {
  const { productName } = publicConfig();
  return (
    <LegalPage title="Terms" lead={`The terms of using this installation of ${productName}.`}>
      <LegalPart title="Who may use it">
        <p>
          The public pages are open to everyone. Reports and administration are for people whose organisation was given
          access by the operator of this installation. A request does not guarantee access.
        </p>
      </LegalPart>
      <LegalPart title="Your account">
        <ul>
          <li>Keep your password to yourself and tell the operator when someone else may know it.</li>
          <li>Use only the data of your own organisation, for its own purposes.</li>
          <li>Do not try to get around limits, read what is not meant for you, or disturb the service.</li>
        </ul>
        <p>The operator may close an account that breaks these terms.</p>
      </LegalPart>
      <LegalPart title="The numbers">
        <p>
          Reports show what the connected systems hold, as of the time that each report names. They are as complete and
          accurate as those systems. Pictures and numbers marked as sample data are invented.
        </p>
      </LegalPart>
      <LegalPart title="Your data">
        <p>
          Organisations own their data. What the installation stores about visitors is described in the{" "}
          <Link to="/privacy">privacy notice</Link>.
        </p>
      </LegalPart>
      <LegalPart title="Availability and changes">
        <p>
          The operator keeps the service running with reasonable care, without a promise that it is never interrupted,
          and may change these terms. A separate written agreement with your organisation takes precedence.
        </p>
      </LegalPart>
      <LegalPart title="Questions">
        <ContactLine />
      </LegalPart>
    </LegalPage>
  );
}
