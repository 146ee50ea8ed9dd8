import { eventually, type Portal } from '../harness/portal.ts';
import { read, tablesOf, trackedFiles } from '../harness/source.ts';

// The table of periods as the documents give it, and time that passes.

export type Period = { kind: string; period: string; how: string; days: number | undefined; file: string };

const units: [RegExp, number][] = [
  [/day/, 1],
  [/week/, 7],
  [/month/, 30],
  [/year/, 365],
];
const numbers: Record<string, number> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
};

function daysOf(text: string): number | undefined {
  const found =
    /(\d+(?:\.\d+)?|one|two|three|four|five|six|seven|eight|nine|ten)\s+(day|week|month|year)/i.exec(text);
  if (!found) return undefined;
  const count = numbers[found[1]!.toLowerCase()] ?? Number(found[1]);
  return count * units.find(([like]) => like.test(found[2]!.toLowerCase()))![1];
}

/** Rows of every table of the documents whose heading speaks of what and how long. Adapt the pattern, not the demand. */
export function periods(): Period[] {
  return trackedFiles('docs/*.md', 'SECURITY.md', 'README.md')
    .filter((file) => !file.startsWith('docs/decisions/'))
    .flatMap((file) =>
      tablesOf(read(file))
        .filter(
          ([heading]) =>
            /what|kind|data|log/i.test(heading?.[0] ?? '') &&
            /after|period|kept|how long|retention/i.test(heading?.slice(1).join(' ') ?? ''),
        )
        .flatMap(([heading, ...rows]) => {
          const at = heading!.findIndex(
            (cell, index) => index > 0 && /after|period|kept|how long|retention/i.test(cell),
          );
          return rows.map((cells) => ({
            kind: cells[0] ?? '',
            period: cells[at] ?? '',
            how: cells.filter((_, index) => index > 0 && index !== at).join(' '),
            days: daysOf(cells[at] ?? ''),
            file,
          }));
        }),
    );
}

export function periodOf(like: RegExp, what: string): Period & { days: number } {
  const all = periods();
  const found = all.find(({ kind, how, days }) => like.test(`${kind} ${how}`) && days !== undefined);
  if (found) return found as Period & { days: number };
  throw new Error(
    `no row of the table of periods with a period for ${what} (${like}); it has:\n${all.map(({ kind, period }) => `${kind}: ${period}`).join('\n') || 'no table'}`,
  );
}

/** What a master holds is not a person's and stays in time; jobs, migrations and the chain keep their moments. */
const timeless =
  /^(migrations|audit_\w+|sessions|position_indexes|\w+_(changes|deltas|totals)|fee_schedule|offices|courses|choices|certificate_types|convocations|number_series|number_counters|university|templates?|template_versions|printed_templates|proofs|proof_records|papers|printers|colleges|inks|staff\w*|authenticators|recovery_codes)$/;

/** Everything that happened, happened so many days earlier: every moment and day of every table that knows people or acts. */
export async function letPass(portal: Portal, days: number): Promise<void> {
  const client = await portal.connect();
  try {
    const { rows } = await client.query<{ table: string; sets: string }>(
      `select c.table_name as table, string_agg(format('%I = %I - $d$%s days$d$::interval', c.column_name, c.column_name, $1::int), ', ') as sets
       from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
       where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
         and (c.data_type like 'timestamp%' or c.data_type = 'date')
       group by 1`,
      [days],
    );
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    for (const { table, sets } of rows.filter((row) => !timeless.test(row.table)))
      await client.query(`update public."${table}" set ${sets}`);
    await client.query('commit');
  } finally {
    await client.end();
  }
}

/** Runs the nightly job now and waits for its end. */
export async function purge(portal: Portal): Promise<void> {
  const jobs = await portal.sql<{ name: string }>(
    "select name from pgboss.schedule where name ~* 'purge|nightly|retention|clean'",
  );
  if (jobs.length === 0) throw new Error('no scheduled job that purges');
  for (const { name } of jobs) {
    const [made] = await portal.sql<{ id: string }>(
      "insert into pgboss.job (name, data) values ($1, '{}') returning id",
      [name],
    );
    await eventually(
      async () => {
        const [job] = await portal.sql('select state, output::text from pgboss.job where id = $1', [
          made!.id,
        ]);
        if (job?.state === 'failed') throw new Error(`${name} failed: ${job.output}`);
        return !job || job.state === 'completed';
      },
      { within: 60_000, every: 500, what: `the end of ${name}` },
    );
  }
}

/** Tables with columns that say something of a person, by the names of the columns. */
export async function personalTables(portal: Portal): Promise<string[]> {
  const rows = await portal.sql<{ name: string }>(
    `select distinct c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
       and c.column_name ~ '^(email|mobile|phone|.*_name_native|candidate_name|father_name|mother_name|guardian_name|date_of_birth|postal_.*|ip|user_agent|recipient|collected_by|identity_seen|person|paid_to|original_name|network)$'
       and c.table_name !~ '_(changes|deltas|totals)$' order by 1`,
  );
  return rows.map(({ name }) => name);
}
