import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { type CommandTransaction, changesBetween } from '#platform/server/command.ts';
import type { AuditEntry } from '#platform/server/db/audit-chain.ts';
import { type Db, hasRows } from '#platform/server/db/database.ts';
import { unscoped } from '#platform/server/db/scope.ts';
import { masters } from '../declared/masters.ts';
import { type MasterName, recordTypeOf } from '../declared/named-masters.ts';
import type { EntityName } from '../entities.ts';
import type { Proposal } from '../proposal-contract.ts';
import { type Change, entityOf } from './entities.ts';
import type { WriteContext } from './entries.ts';
import { withNewSeries } from './new-series.ts';

/** Without an actor for the command on the server. */
export type ChangeContext = Pick<CommandTransaction, 'db' | 'audit' | 'now'> & { actor?: { id: string } };

/** One administrator sets up alone until the first application is received. */
export function areFourEyesRequired(db: Db): Promise<boolean> {
  const whole = unscoped(db, 'The first application of any college ends the setting up.');
  return hasRows(whole.selectFrom('applications'));
}

/** Whether a second person has to confirm these changes: an application was received, and at least one is four-eyes. */
export async function needsSecondPerson(db: Db, changes: readonly Change[]): Promise<boolean> {
  return changes.some(isFourEyesChange) && (await areFourEyesRequired(db));
}

/** For a college only its fee, which is the row 'that college, any' of the fee schedule. */
function isFourEyesChange({ entity, action, before, after }: Change): boolean {
  if (entity === 'colleges') return action === 'edit' && before.convocationFee !== after.convocationFee;
  return isMaster(entity) && masters[entity].fourEyes;
}

/**
 * Writes changes at once or, if a second person has to confirm one, proposes all of them and returns the proposal's id.
 */
export async function writeChanges<Changed extends Change>(
  making: ChangeContext,
  from: Pick<Proposal, 'origin' | 'label'>,
  wanted: readonly Changed[],
  asRefused?: (error: unknown, change: Changed) => unknown,
): Promise<string | null> {
  const changes = await withNewSeries(making.db, wanted);
  if (await needsSecondPerson(making.db, changes)) {
    const trying = { ...making, audit: () => {}, isAlone: false };
    await tryOut(making, () => applyChanges(trying, changes, asRefused));
    return propose(making, from, changes);
  }
  const isAlone = !(await areFourEyesRequired(making.db));
  await applyChanges({ ...making, isAlone }, changes, asRefused);
  return null;
}

/** Applies changes in their order: what others refer to comes first. `asRefused` replaces the error of a change. */
export async function applyChanges<Changed extends Change>(
  writing: WriteContext,
  changes: readonly Changed[],
  asRefused: (error: unknown, change: Changed) => unknown = (error) => error,
): Promise<void> {
  for (const change of changes)
    await applyChange(writing, change).catch((error: unknown) => {
      throw asRefused(error, change);
    });
}

async function applyChange(writing: WriteContext, change: Change): Promise<void> {
  const { id } = change;
  const entity = entityOf(change.entity);
  if (change.action === 'add') return entity.add(writing, id, change.after);
  const seen = { id, version: change.version };
  return change.action === 'edit' ? entity.edit(writing, seen, change.after) : entity.delete(writing, seen);
}

async function propose(
  making: ChangeContext,
  from: Pick<Proposal, 'origin' | 'label'>,
  changes: readonly Change[],
): Promise<string> {
  const { db, now, actor, audit } = making;
  const id = uuid();
  await db
    .insertInto('proposals')
    .values({ id, ...from, proposed_by: actor?.id ?? null, proposed_at: now })
    .execute();
  const rows = changes.map((change, index) => {
    const { toColumns } = entityOf(change.entity);
    return {
      proposal_id: id,
      position: index + 1,
      entity: change.entity,
      entry_id: change.id,
      label: change.label,
      action: change.action,
      base_version: change.version ?? null,
      before: change.before ? JSON.stringify(toColumns(change.before)) : null,
      after: change.after ? JSON.stringify(toColumns(change.after)) : null,
    };
  });
  for (let first = 0; first < rows.length; first += rowsPerInsert)
    await db
      .insertInto('proposed_changes')
      .values(rows.slice(first, first + rowsPerInsert))
      .execute();

  for (const change of changes) audit(eventOf(change, 'proposed'));
  audit({
    event: 'proposals.made',
    record: { type: 'proposal', id, label: from.label },
    after: { origin: from.origin, changes: changes.length },
  });
  return id;
}

const rowsPerInsert = 1_000;

/** Finds at proposal the errors that confirming would meet; rolled back. */
async function tryOut({ db }: ChangeContext, write: () => Promise<void>): Promise<void> {
  await sql`savepoint tried`.execute(db);
  await write();
  await sql`rollback to savepoint tried`.execute(db);
}

/** An event for the entry's history. */
export function eventOf(
  change: Pick<Change, 'entity' | 'id' | 'label' | 'before' | 'after'>,
  what: 'proposed' | 'proposal_rejected' | 'proposal_taken_back',
  words: AuditEntry['after'] = null,
): AuditEntry {
  const { entity, id, label, before, after } = change;
  const values = before && after ? changesBetween(before, after) : { before, after };
  return {
    event: `${entity}.${what}`,
    record: { type: entity === 'colleges' ? 'college' : recordTypeOf(entity), id, label },
    collegeId: entity === 'colleges' ? id : null,
    before: values.before ?? null,
    after: values.after || words ? { ...values.after, ...words } : null,
  };
}

function isMaster(entity: EntityName): entity is MasterName {
  return Object.hasOwn(masters, entity);
}
