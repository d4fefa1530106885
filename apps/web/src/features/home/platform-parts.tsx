import {
  IconAdjustments,
  IconBuildingCommunity,
  IconListSearch,
  IconPlugConnected,
  IconUsers,
} from "@tabler/icons-react";
import classes from "./home-page.module.css";

const platformParts = [
  { name: "Tenants", Icon: IconBuildingCommunity, text: "Organisations, what each may see, and its access requests." },
  { name: "Users", Icon: IconUsers, text: "People, their roles and their sign-ins, per organisation." },
  { name: "Sources", Icon: IconPlugConnected, text: "Connections to each system, with the time of the last sync." },
  { name: "Audit log", Icon: IconListSearch, text: "Who did what and when, searchable and tamper-evident." },
  {
    name: "Settings",
    Icon: IconAdjustments,
    text: "Branding, sign-in rules, retention and maintenance, each with its history.",
  },
];

/** What platform teams run in one place. */
export function PlatformParts() {
  return (
    <ul className={classes.parts}>
      {platformParts.map(({ name, Icon, text }) => (
        <li key={name}>
          <Icon size={18} stroke={1.5} aria-hidden="true" />
          <div>
            <h3>{name}</h3>
            <p>{text}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
