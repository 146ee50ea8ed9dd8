import { v7 as uuid } from 'uuid';
import { type CommandTransaction, command } from '#platform/server/command.ts';
import { assertAllowed } from '#platform/server/domain-error.ts';
import type { DeclaredEntry } from '#shared/declared-field.ts';
import { nameOfEntry } from '../../declared/master.ts';
import type { AnyMaster } from '../../declared/masters.ts';
import { entryCan } from '../../rules.ts';
import { writeChanges } from '../changes.ts';
import { assertOwnUploads } from '../own-uploads.ts';
import { entryOfRow, lockEntry } from '../queries.ts';

/** Adds an entry, or proposes it where four eyes hold. */
export function addEntry(master: AnyMaster) {
  const { name: entity } = master;
  return command(`${entity}.addEntry`, async (transaction, entry: DeclaredEntry) => {
    assertMayEdit(transaction, master);
    await assertOwnUploads(transaction, master, entry);
    const id = uuid();
    const label = nameOfEntry(master, entry);
    const change = { entity, id, label, action: 'add', after: entry } as const;
    const proposalId = await writeChanges(transaction, { origin: 'form', label }, [change]);
    return { id, proposalId };
  });
}

export function editEntry(master: AnyMaster) {
  const { name: entity } = master;
  type Edit = { id: string; version: number; entry: DeclaredEntry };
  return command(`${entity}.editEntry`, async (transaction, { id, version, entry }: Edit) => {
    assertMayEdit(transaction, master);
    const before = entryOfRow(master, await lockEntry(transaction.db, master, id));
    await assertOwnUploads(transaction, master, entry, before);
    const label = nameOfEntry(master, entry);
    const change = { entity, id, label, action: 'edit', version, before, after: entry } as const;
    const proposalId = await writeChanges(transaction, { origin: 'form', label }, [change]);
    return { version: proposalId === null ? version + 1 : version, proposalId };
  });
}

/** Deletes an entry that no record uses. */
export function deleteEntry(master: AnyMaster) {
  const { name: entity } = master;
  return command(`${entity}.deleteEntry`, async (transaction, input: { id: string; version: number }) => {
    assertMayEdit(transaction, master);
    const { id, version } = input;
    const before = entryOfRow(master, await lockEntry(transaction.db, master, id));
    const label = nameOfEntry(master, before);
    const change = { entity, id, label, action: 'delete', version, before } as const;
    return { proposalId: await writeChanges(transaction, { origin: 'form', label }, [change]) };
  });
}

function assertMayEdit({ actor }: CommandTransaction, master: AnyMaster): void {
  assertAllowed(entryCan.edit(master, { isOfOneCollege: actor.scope.collegeId !== null }));
}
