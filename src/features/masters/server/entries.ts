import type { InsertObject } from 'kysely';
import {
  assertVersion,
  type CommandTransaction,
  changesBetween,
  updateRow,
} from '#platform/server/command.ts';
import type { AuditEntry } from '#platform/server/db/audit-chain.ts';
import { entryColumns } from '#platform/server/db/declared-columns.ts';
import { assertPrintable } from '#platform/server/db/printed-scripts.ts';
import type { DB } from '#platform/server/db/tables.ts';
import { assertAllowed } from '#platform/server/domain-error.ts';
import { type DeclaredEntry, printedValues } from '#shared/declared-field.ts';
import { nameOfEntry } from '../declared/master.ts';
import type { AnyMaster } from '../declared/masters.ts';
import { recordTypeOf } from '../declared/named-masters.ts';
import { entryCan } from '../rules.ts';
import { assertNoNumberCollision, listUsedSeries } from './number-series.ts';
import { entryOfRow, lockEntry } from './queries.ts';

/** The context of a write by a person or by the portal itself. */
export type WriteContext = Pick<CommandTransaction, 'db' | 'audit' | 'now'> & {
  /** Whether one administrator may set up alone, because no application was received yet. */
  isAlone: boolean;
};

/** A duplicate key fails by the constraint, whose error is shown at the field. */
export async function addEntry(
  { db, audit, isAlone }: WriteContext,
  master: AnyMaster,
  { id, entry }: { id: string; entry: DeclaredEntry },
): Promise<void> {
  const { name } = master;
  // The declaration's fields are the table's columns.
  const columns = { id, ...entryColumns(entry) } as InsertObject<DB, typeof name>;
  await db.insertInto(name).values(columns).execute();
  // After the write: the university's own entry chooses the scripts.
  await assertPrintable(db, printedValues(master.fields, entry));
  if (name === 'number_series') await assertNoNumberCollision(db);

  audit({
    event: `${name}.added`,
    record: { type: recordTypeOf(name), id, label: nameOfEntry(master, entry) },
    ...markAlone(master, isAlone, { after: entry }),
  });
}

export async function changeEntry(
  { db, audit, isAlone }: WriteContext,
  master: AnyMaster,
  { id, version, entry }: { id: string; version: number; entry: DeclaredEntry },
): Promise<void> {
  const { name } = master;
  const row = await lockEntry(db, master, id);
  assertAllowed(entryCan.change(master, row, entry));
  await assertVersion(db, { type: recordTypeOf(name), row }, version);

  const isSeries = name === 'number_series';
  const isCounting = isSeries && (await listUsedSeries(db)).has(id);
  const { nextNumber: _, ...counted } = entry;
  await updateRow(db, name, row, entryColumns(isCounting ? counted : entry));
  const changes = changesBetween(entryOfRow(master, row), entry);
  await assertPrintable(db, printedValues(master.fields, changes.after));
  if (isSeries) await assertNoNumberCollision(db);

  audit({
    event: `${name}.edited`,
    record: { type: recordTypeOf(name), id, label: nameOfEntry(master, entry) },
    ...markAlone(master, isAlone, changes),
  });
}

/** The audit log keeps the deleted values. */
export async function removeEntry(
  { db, audit, isAlone }: WriteContext,
  master: AnyMaster,
  { id, version }: { id: string; version: number },
): Promise<void> {
  const { name } = master;
  const row = await lockEntry(db, master, id);
  assertAllowed(entryCan.delete(row));
  await assertVersion(db, { type: recordTypeOf(name), row }, version);

  await db.deleteFrom(name).where('id', '=', id).execute();

  audit({
    event: `${name}.deleted`,
    record: { type: recordTypeOf(name), id, label: nameOfEntry(master, row) },
    ...markAlone(master, isAlone, { before: entryOfRow(master, row) }),
  });
}

/** Marks for auditors what no second person checked. */
function markAlone(
  { fourEyes }: AnyMaster,
  isAlone: boolean,
  values: Pick<AuditEntry, 'before' | 'after'>,
): Pick<AuditEntry, 'before' | 'after'> {
  return isAlone && fourEyes ? { ...values, after: { ...values.after, setUpAlone: true } } : values;
}
