import { documentTypes } from "./acme.ts";
import type { DemoProfile } from "./profile.ts";

export const docman: DemoProfile = {
  tenantId: "demo-docman",
  documents: {
    perDay: 20,
    types: [
      ...documentTypes,
      { name: "Policy", prefix: "PL", weight: 6, steps: 3, keepYears: 10, validMonths: [12, 24] },
      { name: "Leave request", prefix: "LR", weight: 12, steps: 1, keepYears: 3 },
    ],
    owners: [
      ["Hanan Saeed", 5],
      ["Lukas Weber", 4],
      ["Amal Darwish", 4],
      ["Rita Fernandes", 3],
      ["Jamal Aziz", 3],
      ["Clara Jensen", 2],
    ],
    departments: [
      ["Finance", 26],
      ["Legal", 14],
      ["Procurement", 22],
      ["HR", 16],
      ["Quality", 12],
      ["Operations", 10],
    ],
    approvers: ["Sara Lindqvist", "Majid Rostami", "Helen Osei", "Tariq Anwar", "Beth Collins"],
    slowApprover: "Majid Rostami",
    suppliers: ["Alba Metals", "Crescent Logistics", "Falcon Print", "Gulf Catering", "Harbour Legal", "Nova Systems"],
    branches: ["Head Office", "Sitra Plant", "Hidd Yard"],
  },
};

export const other: DemoProfile = {
  tenantId: "demo-other",
  ledger: {
    invoicesPerWorkday: 2,
    billsPerWorkday: 2,
    invoiceMinor: 240_000,
    billMinor: 118_000,
    incomeAccount: "Service income",
    customers: [
      "Al Noor Clinic",
      "Bayview Hotel",
      "Coral School",
      "Dana Mall",
      "Eastgate Offices",
      "Fajr Motors",
      "Gulf Bank",
    ],
    suppliers: ["Clean Supply", "Power Grid", "Swift Telecom", "Tool Hire", "Uniform House"],
    branches: [
      { name: "Manama Office", opened: "2012-01-01" },
      { name: "Riffa Office", opened: "2018-01-01" },
      { name: "Muharraq Office", opened: "2021-01-01" },
    ],
    takingsWeekdays: [0, 1, 2, 3, 6],
    takingsMinor: 96_000,
    billed: [
      { account: "Cleaning material", costCenter: "Field teams" },
      { account: "Power and water", costCenter: "Offices" },
      { account: "Telephone and IT", costCenter: "Administration" },
      { account: "Equipment hire", costCenter: "Field teams" },
    ],
    regular: [
      {
        text: "Fuel of the week",
        when: { weekday: 0 },
        lines: [{ account: "Fuel", costCenter: "Field teams", minor: 64_000 }],
      },
      {
        text: "Rent of the month",
        when: { dayOfMonth: 1 },
        lines: [
          { account: "Rent", costCenter: "Offices", minor: 520_000 },
          { account: "Rent", costCenter: "Field teams", minor: 180_000 },
        ],
      },
      {
        text: "Salaries of the month",
        when: { dayOfMonth: 27 },
        lines: [
          { account: "Salaries", costCenter: "Field teams", minor: 2_400_000 },
          { account: "Salaries", costCenter: "Offices", minor: 760_000 },
          { account: "Salaries", costCenter: "Administration", minor: 640_000 },
        ],
      },
    ],
    feeMinor: 0,
    openingMinor: 15_000_000,
  },
};
