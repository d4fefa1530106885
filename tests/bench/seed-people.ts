import pg from "pg";

const names = `(array['Ada','Bilal','Chen','Dana','Elif','Farah','Goran','Hana','Ivo','Jana','Karim','Lena'])[1 + n % 12]
  || ' ' || (array['Haddad','Novak','Silva','Khan','Meyer','Costa','Okafor','Lind','Rossi','Sato'])[1 + (n / 12) % 10]`;

/** Fills a database with tenants, people and their accounts; each person's tenant, role and last sign-in differ. */
export async function seedPeople(url: string, { tenants, people }: { tenants: number; people: number }): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(
      `insert into tenants (id, name, aiq_type, created_at, plan, state, contact)
        select 'bench-t' || n, 'Company ' || md5(n::text),
          (array['Tookan','Warehouse','Genesis','Docman'])[1 + n % 4], now() - n * interval '3 hours',
          (array['standard','plus','trial'])[1 + n % 3], case when n % 50 = 0 then 'suspended' else 'active' end,
          'office' || n || '@company.example'
        from generate_series(1, $1::int) n on conflict do nothing`,
      [tenants],
    );
    await client.query(
      `insert into source_states (tenant_id, connection_id, source, kind, name, is_paused, failures, published_state,
          last_loaded_at, created_at)
        select 'bench-t' || n, 'c', 'tookan', 'tookan', 'Deliveries', false, 0,
          case when n % 20 = 0 then 'failing' else 'healthy' end, now() - n * interval '1 minute', now()
        from generate_series(1, $1::int) n on conflict do nothing`,
      [tenants],
    );
    await client.query(
      `insert into accounts (uid, email, password_hash, is_disabled, valid_since, created_at, last_login_at)
        select 'bench-u' || n, 'person' || n || '@company' || n % $2 || '.example',
          case when n % 40 = 0 then null else 'none' end, n % 60 = 0, now(), now() - n * interval '5 minutes',
          case when n % 40 = 0 or n % 7 = 0 then null else now() - n * interval '2 minutes' end
        from generate_series(1, $1::int) n on conflict do nothing`,
      [people, tenants],
    );
    await client.query(
      `insert into users (uid, email, role, tenant_id, name, phone, created_at, invited_at)
        select 'bench-u' || n, 'person' || n || '@company' || n % $2 || '.example',
          case when n % 25 = 0 then 'manager' else 'user' end, 'bench-t' || 1 + n % $2, ${names},
          case when n % 3 = 0 then '+9733' || lpad(n::text, 7, '0') end, now() - n * interval '5 minutes',
          case when n % 2 = 0 then now() - n * interval '5 minutes' end
        from generate_series(1, $1::int) n on conflict do nothing`,
      [people, tenants],
    );
    await client.query("vacuum analyze");
  } finally {
    await client.end();
  }
}
