import { v7 as uuid } from 'uuid';
import { assertVersion, type CommandTransaction, updateRow } from '#platform/server/command.ts';
import { assertAllowed, domainError } from '#platform/server/domain-error.ts';
import { dayInIndia } from '#shared/format.ts';
import type { Roll, RollDetail } from '../contract.ts';
import { rollCan, rollName } from '../rules.ts';
import { assertWholeUniversity, getRoll, rollCommand } from './queries.ts';

/** Opens the next roll of a convocation. */
export const openRoll = rollCommand('openRoll', async ({ db, actor, now, audit }, { convocationId }) => {
  assertWholeUniversity(db);
  const convocation = await db
    .selectFrom('convocations')
    .select('number')
    .where('id', '=', convocationId)
    .forUpdate()
    .executeTakeFirstOrThrow(() => domainError('rolls.no_convocation'));
  const earlier = await db
    .selectFrom('rolls')
    .select('state')
    .where('convocation_id', '=', convocationId)
    .execute();
  if (earlier.some(({ state }) => state === 'open')) throw domainError('rolls.one_open');
  const id = uuid();
  const number = earlier.length;
  await db
    .insertInto('rolls')
    .values({ id, convocation_id: convocationId, number, opened_by: actor.id, opened_at: now })
    .execute();

  audit({ event: 'rolls.opened', ...recordOf({ id, convocationNumber: convocation.number, number }) });
  return { id };
});

/** Closes a roll; a trigger writes its entries. */
export const closeRoll = rollCommand('closeRoll', async (transaction, { id, version }) => {
  const { db, actor, now, audit } = transaction;
  const roll = await lockRoll(transaction, id);
  assertAllowed(rollCan.close(roll));
  await assertVersion(db, { type: 'roll', row: roll }, version);
  const closed = await updateRow(db, 'rolls', roll, { state: 'closed', closed_by: actor.id, closed_at: now });

  const { entryCount } = await getRoll(db, id);
  audit({
    event: 'rolls.closed',
    ...recordOf(roll),
    before: { state: 'open' },
    after: { state: 'closed', entries: entryCount },
  });
  return closed;
});

/** Enters the resolution that approved the roll. */
export const resolveRoll = rollCommand('resolveRoll', async (transaction, { id, version, ...resolution }) => {
  const { db, actor, now, audit } = transaction;
  const { resolutionBody, resolutionNumber, resolutionDate } = resolution;
  if (resolutionDate > dayInIndia(now)) throw domainError('rolls.resolved_later');
  const roll = await lockRoll(transaction, id);
  assertAllowed(rollCan.resolve(roll, actor.id));
  await assertVersion(db, { type: 'roll', row: roll }, version);
  const resolved = await updateRow(db, 'rolls', roll, {
    state: 'resolved',
    resolution_body: resolutionBody,
    resolution_number: resolutionNumber,
    resolution_date: resolutionDate,
    resolved_by: actor.id,
    resolved_at: now,
  });

  audit({
    event: 'rolls.resolved',
    ...recordOf(roll),
    before: { state: 'closed' },
    after: { state: 'resolved', ...resolution },
  });
  return resolved;
});

/** The roll, locked until the transaction ends. */
async function lockRoll({ db }: CommandTransaction, id: string): Promise<RollDetail> {
  assertWholeUniversity(db);
  await db.selectFrom('rolls').select('id').where('id', '=', id).forUpdate().execute();
  return getRoll(db, id);
}

/** What every audit event of a roll has in common. */
export function recordOf(roll: Pick<Roll, 'id' | 'convocationNumber' | 'number'>) {
  return { record: { type: 'roll' as const, id: roll.id, label: rollName(roll) } };
}
