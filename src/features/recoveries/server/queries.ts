import type { Actor } from '#platform/server/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { collegeOf } from '#platform/server/db/scope.ts';
import { domainError } from '#platform/server/domain-error.ts';
import type { LostSheet, Recovery, RecoveryKind } from '../contract.ts';
import { readCounters } from './counters.ts';

export function assertWholeUniversity(db: Db): void {
  if (collegeOf(db) !== null) throw domainError('recoveries.university_only');
}

export async function getOpenRecovery(db: Db) {
  const row = await db
    .selectFrom('recoveries')
    .select(['restored_to', 'entered_by'])
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();
  if (!row) return { recovery: null };
  return {
    recovery: { restoredTo: new Date(row.restored_to).toISOString(), isEntered: row.entered_by !== null },
  };
}

/** Recoveries; the open one has the portal's counters, to be completed from paper. */
export async function listRecoveries(db: Db, actor: Actor): Promise<{ recoveries: Recovery[] }> {
  assertWholeUniversity(db);
  const rows = await db
    .selectFrom('recoveries')
    .leftJoin('staff as enterer', 'enterer.id', 'recoveries.entered_by')
    .leftJoin('staff as confirmer', 'confirmer.id', 'recoveries.confirmed_by')
    .selectAll('recoveries')
    .select(['enterer.name as entered_name', 'confirmer.name as confirmed_name'])
    .orderBy('restored_at', 'desc')
    .execute();
  const numbers = await db
    .selectFrom('recovery_numbers')
    .selectAll()
    .select((eb) => eb.fn<string>('count_name', ['series']).as('name'))
    .orderBy('kind')
    .orderBy('name', 'desc')
    .execute();
  const recoveries = [];
  for (const row of rows) {
    const entered = numbers
      .filter(({ recovery_id }) => recovery_id === row.id)
      .map((one) => ({
        kind: one.kind as RecoveryKind,
        count: one.series,
        name: one.name,
        kept: one.kept_label,
        found: one.found_label,
        lost: one.last_found - one.last_kept,
        isRecent: true,
      }));
    const asked = row.confirmed_at
      ? []
      : (await readCounters(db, new Date(row.restored_to)))
          .filter(({ isAsked }) => isAsked)
          .map(({ kind, series, name, label, isRecent }) => ({
            ...{ kind, count: series, name, kept: label, found: null, lost: null },
            ...entered.find(({ count }) => count === series),
            isRecent,
          }));
    const others = entered.filter(({ count }) => !asked.some((one) => one.count === count));
    recoveries.push({
      id: row.id,
      restoredAt: new Date(row.restored_at).toISOString(),
      restoredTo: new Date(row.restored_to).toISOString(),
      enteredBy: row.entered_name,
      enteredAt: row.entered_at && new Date(row.entered_at).toISOString(),
      isOwnEntry: row.entered_by === actor.id,
      confirmedBy: row.confirmed_name,
      confirmedAt: row.confirmed_at && new Date(row.confirmed_at).toISOString(),
      version: row.version,
      numbers: [...asked, ...others],
    });
  }
  return { recoveries };
}

export async function listLostSheets(db: Db, actor: Actor): Promise<{ sheets: LostSheet[] }> {
  assertWholeUniversity(db);
  const rows = await db
    .selectFrom('lost_sheets')
    .innerJoin('staff as recorder', 'recorder.id', 'lost_sheets.recorded_by')
    .leftJoin('staff as confirmer', 'confirmer.id', 'lost_sheets.confirmed_by')
    .selectAll('lost_sheets')
    .select(['recorder.name as recorded_name', 'confirmer.name as confirmed_name'])
    .orderBy('recorded_at', 'desc')
    .orderBy('lost_sheets.id', 'desc')
    .limit(1_000)
    .execute();
  return {
    sheets: rows.map((row) => ({
      id: row.id,
      convocationNumber: row.convocation_number,
      candidateName: row.candidate_name,
      serial: row.serial,
      recordedBy: row.recorded_name,
      recordedAt: new Date(row.recorded_at).toISOString(),
      isOwn: row.recorded_by === actor.id,
      confirmedBy: row.confirmed_name,
      version: row.version,
    })),
  };
}
