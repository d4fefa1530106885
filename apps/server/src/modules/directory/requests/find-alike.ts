import { sql } from "kysely";

/** Where everyone can have an address: two of them have nothing in common. */
const openDomains = [
  "gmail.com",
  "googlemail.com",
  "yahoo.com",
  "ymail.com",
  "outlook.com",
  "hotmail.com",
  "live.com",
  "msn.com",
  "icloud.com",
  "me.com",
  "mac.com",
  "aol.com",
  "proton.me",
  "protonmail.com",
  "gmx.com",
  "gmx.de",
  "gmx.net",
  "web.de",
  "mail.com",
  "mail.ru",
  "yandex.com",
  "yandex.ru",
  "zoho.com",
  "qq.com",
  "163.com",
  "126.com",
];

const domain = sql`split_part(r.email, '@', 2)`;
const isOwnDomain = sql`${domain} <> all(${sql.val(openDomains)}::text[])`;

/** Requests with the people of their senders' domains beside them: these are counted once for a whole page. */
export const requestsAmongPeople = sql`signup_requests as r left join (
    select split_part(email, '@', 2) as domain, count(*) as people from users
    where removed_at is null group by 1
  ) as d on d.domain = ${domain} and ${isOwnDomain}`;

const otherRequests = sql`signup_requests o where o.reference <> r.reference and (o.email = r.email
  or lower(o.company) = lower(r.company) or (${isOwnDomain} and split_part(o.email, '@', 2) = ${domain}))`;
const tenantsAlike = sql`tenants t where lower(t.name) = lower(r.company)
  or (${isOwnDomain} and split_part(t.contact, '@', 2) = ${domain})`;
const peopleAlike = sql`coalesce(d.people, (select count(*) from users u where u.email = r.email))`;

/** Once it is decided, its own tenant and people would count. */
const isOpen = sql`r.state not in ('approved', 'rejected')`;

/** How many other requests, tenants and people share the domain, the address or the name of the company. */
export const countAlike = sql`case when ${isOpen} then (select count(*) from ${otherRequests})
  + (select count(*) from ${tenantsAlike}) + ${peopleAlike} end`;

/** The same in words, with what they are called. */
export const describeAlike = sql`case when ${isOpen} then nullif(concat_ws('; ',
  (select 'Requests: ' || string_agg(x.words, ', ') from (
    select o.reference || ' of ' || o.company || ' (' || o.state || ')' as words from ${otherRequests}
    order by o.created_at desc limit 10) as x),
  (select 'Tenants: ' || string_agg(x.words, ', ') from (
    select t.name || ' (' || t.id || ')' as words from ${tenantsAlike} order by t.name limit 10) as x),
  case when ${peopleAlike} > 0 then 'People here with such an address: ' || ${peopleAlike} end), '') end`;

const plainName = sql`coalesce(nullif(trim(both '-' from
  left(regexp_replace(lower(r.company), '[^a-z0-9]+', '-', 'g'), 40)), ''), 'tenant')`;

/** An id for a tenant of this company that no other tenant has. */
export const freeId = sql`case when ${isOpen} then (select candidate from (
    select ${plainName} || case when n = 1 then '' else '-' || n end as candidate, n from generate_series(1, 100) as n
  ) as c where not exists (select 1 from tenants t where t.id = candidate) order by n limit 1) end`;
