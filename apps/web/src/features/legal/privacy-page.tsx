import { type PlainColumn, PlainTable } from "../../blocks/plain-table/plain-table.tsx";
import { publicConfig } from "../../lib/config.ts";
import classes from "./legal-page.module.css";
import { ContactLine, LegalPage, LegalPart } from "./legal-page.tsx";

const requestFields = [
  { field: "Full name, work email", why: "To answer you." },
  { field: "Company, country, number of branches", why: "To know which organisation the request is for." },
  { field: "Phone, if you give it", why: "To reach you when an email does not." },
  { field: "Systems used, message", why: "To prepare the right reports." },
  { field: "The time of your agreement to this notice", why: "To show that you agreed." },
];

const requestColumns: readonly PlainColumn<(typeof requestFields)[number]>[] = [
  { id: "field", label: "What is stored", isHeader: true, cell: ({ field }) => field },
  { id: "why", label: "Why", cell: ({ why }) => why },
];

/** What this installation stores about a visitor, why and for how long. */
export function PrivacyPage() {
  const { productName, tagManagerId } = publicConfig();
  return (
    <LegalPage
      title="Privacy"
      lead={`What this installation of ${productName} stores about visitors, why, and for how long.`}
    >
      <LegalPart title="When you request access">
        <PlainTable
          className={classes.table}
          columns={requestColumns}
          rows={requestFields}
          rowKey={({ field }) => field}
        />
        <p>
          Requests are kept until an administrator has handled them. They are read by the administrators of this
          installation and given to nobody else. To keep programs from flooding the form, the server also counts
          requests by network address for a short time.
        </p>
      </LegalPart>
      <LegalPart title="In your browser">
        <ul>
          <li>Your choice of the light or dark theme and your answer about web analytics, in local storage.</li>
          <li>When you sign in: who you are and your organisation, in local storage, until you sign out.</li>
          <li>When you sign in: a cookie that keeps you signed in for up to 30 days. Scripts cannot read it.</li>
          <li>When you sign in: the last messages that a tab has shown you, until you close it or sign out.</li>
          <li>A request you started but have not sent, until you close the tab, send it or discard it.</li>
          <li>The reference of a request that you sent, until you close the tab.</li>
        </ul>
        <p>None of these is used to recognise you, and you can delete them in your browser at any time.</p>
      </LegalPart>
      <LegalPart title="Web analytics">
        <p>
          {tagManagerId
            ? "Web analytics load only after you agree. They count pages and a few actions, such as opening the request form, without any text you type. You can change your answer at the foot of each page."
            : "This installation uses no web analytics."}
        </p>
        <p>
          {tagManagerId
            ? "Until you agree, pages contact no other host."
            : "Pages contact no other host: fonts, images and scripts all come from this one."}
        </p>
      </LegalPart>
      <LegalPart title="Your rights">
        <p>
          You may ask what is stored about you, have it corrected or deleted, and withdraw your consent. The operator of
          this installation is responsible.
        </p>
        <ContactLine />
      </LegalPart>
    </LegalPage>
  );
}
