import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { CommandTransaction } from '#platform/server/command.ts';
import { collegeOf } from '#platform/server/db/scope.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { dayInIndia } from '#shared/format.ts';
import type { NewFinding } from '../contract.ts';
import { dueFrom, recordOf, writeEntry } from './finding-commands.ts';
import { mailAdmins } from './mails.ts';
import { findingCommand } from './queries.ts';

type Item = { record_type: string; record_id: string; label: string; hit_id: string | null };
type Hit = Item & { college_id: string | null };

/** Raises a finding with its observation, to which a reply is due within four weeks. */
export const raiseFinding = findingCommand('raiseFinding', async (transaction, input) => {
  const { db, actor, now, audit } = transaction;
  const { title, text, part, fileId = null } = input;
  const hits = await getHits(transaction, [...new Set(input.hitIds)]);
  const items = [
    ...hits.map(({ college_id: _, ...item }) => item),
    ...(await getRecords(transaction, input.records)),
  ];
  const collegeId = collegeOfFinding(transaction, input, hits);
  const year = Number(dayInIndia(now).slice(0, 4));
  const id = uuid();
  const dueOn = dueFrom(now);
  const { number } = await db
    .insertInto('findings')
    .values({
      id,
      year,
      number: sql<number>`next_finding_number(${year})`,
      title,
      part,
      due_on: dueOn,
      college_id: collegeId,
      raised_by: actor.id,
      raised_at: now,
    })
    .returning('number')
    .executeTakeFirstOrThrow();
  const finding = { id, number: `${year}/${number}`, title, college_id: collegeId };
  await writeEntry(transaction, id, { kind: 'observation', text, dueOn, fileId });
  if (items.length > 0)
    await db
      .insertInto('finding_items')
      .values(items.map((item) => ({ ...item, finding_id: id })))
      .execute();

  audit({
    event: 'findings.raised',
    ...recordOf(finding),
    after: {
      title,
      part,
      text,
      dueOn,
      file: fileId,
      records: items.map((item) => `${item.record_type} ${item.record_id}`),
    },
  });
  await mailAdmins(transaction, { ...finding, dueOn, isNew: true });
  return { id, number: finding.number };
});

/** An auditor of a college raises findings of that college only. */
function collegeOfFinding({ db }: CommandTransaction, { collegeId }: NewFinding, hits: Hit[]): string | null {
  const own = collegeOf(db);
  if (own !== null && collegeId !== undefined && collegeId !== own)
    throw domainError('findings.other_college');
  const [first = null, ...others] = new Set(hits.map((hit) => hit.college_id));
  return collegeId ?? own ?? (others.length === 0 ? first : null);
}

async function getHits({ db }: CommandTransaction, ids: string[]): Promise<Hit[]> {
  if (ids.length === 0) return [];
  const hits = await db
    .selectFrom('exception_hits')
    .where('id', 'in', ids)
    .select(['id as hit_id', 'record_type', 'record_id', 'label', 'college_id'])
    .execute();
  if (hits.length < ids.length) throw domainError('findings.hit_unknown');
  return hits;
}

/** Labelled as in the audit log, whose events an auditor of a college sees of that college only. */
async function getRecords({ db }: CommandTransaction, records: NewFinding['records']): Promise<Item[]> {
  const items = new Map<string, Item>();
  for (const { recordType, recordId } of records) {
    const event = await db
      .selectFrom('audit_events')
      .where('record_type', '=', recordType)
      .where('record_id', '=', recordId)
      .orderBy('sequence', 'desc')
      .limit(1)
      .select(
        sql<string>`coalesce((select value from audit_personal_values where digest = record_label), record_label)`.as(
          'label',
        ),
      )
      .executeTakeFirst();
    if (!event && collegeOf(db) !== null) throw domainError('findings.record_unknown');
    items.set(`${recordType} ${recordId}`, {
      record_type: recordType,
      record_id: recordId,
      label: event?.label ?? recordId,
      hit_id: null,
    });
  }
  return [...items.values()];
}
