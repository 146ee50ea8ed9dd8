import { sql } from 'kysely';
import type { Db } from '#platform/server/db/database.ts';
import { onDays } from '#platform/server/db/days.ts';
import { dayInIndia } from '#shared/format.ts';
import { type FindingDetail, type FindingPart, findingParts } from '../../contract.ts';
import { findingRows, getFinding } from '../queries.ts';

export type Para = { para: string; finding: FindingDetail };

/** What a report says, closed at this moment. */
export type ReportContent = {
  year: number;
  number: number;
  from: string;
  to: string;
  /** Findings raised, settled and dropped in the period. */
  counts: { raised: number; settled: number; dropped: number };
  paras: Record<FindingPart, Para[]>;
};

/** Every finding that is not over is a para, the oldest first, under the para that it had first. */
export async function readReportContent(
  db: Db,
  { from, to, at }: { from: string; to: string; at: Date },
): Promise<ReportContent> {
  const year = Number(dayInIndia(at).slice(0, 4));
  const last = await db
    .selectFrom('inspection_reports')
    .where('year', '=', year)
    .select((of) => of.fn.max('number').as('number'))
    .executeTakeFirstOrThrow();
  const number = (last.number ?? 0) + 1;
  const open = await findingRows(db)
    .where('findings.state', 'in', ['open', 'replied'])
    .orderBy('findings.year')
    .orderBy('findings.number')
    .execute();
  const paras: ReportContent['paras'] = { A: [], B: [] };
  for (const part of findingParts) {
    let count = 0;
    for (const row of open.filter((one) => one.part === part)) {
      if (row.para === null) count += 1;
      const para = row.para ?? `${year}/${number} II-${part} ${count}`;
      paras[part].push({ para, finding: await getFinding(db, row.id) });
    }
  }
  return { year, number, from, to, counts: await countActs(db, { from, to }), paras };
}

async function countActs(db: Db, days: { from: string; to: string }): Promise<ReportContent['counts']> {
  return db
    .selectFrom('finding_entries')
    .where(onDays('finding_entries.written_at', days))
    .select([
      sql<number>`count(*) filter (where kind = 'observation')`.as('raised'),
      sql<number>`count(*) filter (where kind = 'settled')`.as('settled'),
      sql<number>`count(*) filter (where kind = 'dropped')`.as('dropped'),
    ])
    .executeTakeFirstOrThrow();
}
