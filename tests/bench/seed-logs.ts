import pg from "pg";

/** Fills the logs with lines of the last week, as a busy product writes them, and counts them. */
export async function seedLogs(url: string, lines: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query("select count(*)::int as lines from log_lines");
    if (rows[0].lines >= lines) return;
    await client.query("select make_log_days((now() - interval '8 days')::date, (now() + interval '1 day')::date)");
    await client.query(
      `insert into log_lines (at, id, level, part, tenant_id, person, request_id, route, message, details, fingerprint,
          search_parts)
        select at, n, level, part, 'bench-t' || n % 200, case when n % 3 = 0 then 'bench-u' || n % 5000 end,
          md5((n / 3)::text), route, message, jsonb_build_object('ms', n % 900, 'status', '200'),
          case when level <> 'info' then md5(message || n % 40) end,
          string_to_array(lower(regexp_replace(message, '[^[:alnum:]]+', ' ', 'g')), ' ') || ('word' || n % 20000)
        from (select n, date_trunc('milliseconds', now() - n * interval '0.6 seconds') as at,
            case when n % 100 = 0 then 'error' when n % 25 = 0 then 'warn' else 'info' end as level,
            (array['application','application','auth','jobs','sources','mail','links'])[1 + n % 7] as part,
            'GET /api/reports/' || n % 60 as route,
            case when n % 100 = 0 then 'Reading the source timed out after ' || n % 60 || ' s'
              else '200 GET /api/reports/' || n % 60 || ' in ' || n % 900 || ' ms' end as message
          from generate_series(1, $1::int) n) l on conflict do nothing`,
      [lines],
    );
    await client.query(`insert into log_counts (span_seconds, at, part, level, lines)
      select s.seconds, date_trunc(s.unit, l.at, 'UTC'), l.part, l.level, count(*)
      from log_lines l cross join (values (60, 'minute'), (3600, 'hour')) s(seconds, unit) group by 1, 2, 3, 4
      on conflict do nothing`);
    await client.query("vacuum analyze log_lines");
    await client.query("vacuum analyze log_counts");
  } finally {
    await client.end();
  }
}
