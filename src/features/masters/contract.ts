import { z } from 'zod';
import { listOperation, operation, readRecord } from '#platform/contract/operation.ts';
import { Id, Search, sortOf, Version } from '#shared/fields.ts';
import { type AnyMaster, eachMaster } from '#shared/masters/masters.ts';
import { entrySchema, rowSchema } from './entry-schema.ts';

/** The operations of each master, under its name: `courses.listEntries`. */
export const mastersContract = eachMaster(operationsOf);

function operationsOf(master: AnyMaster) {
  const { name, key, fields } = master;
  const [entry, row] = [entrySchema(master), rowSchema(master)] as const;
  const path = `/settings/${name}` as const;
  const [read, edit] = [`${name}:read`, `${name}:edit`] as const;
  return {
    ...listOperation('Entries', {
      path,
      of: `the ${name}`,
      access: read,
      row,
      filters: Search,
      sort: sortOf([key, ...Object.keys(fields)]).default(key),
    }),
    getEntry: readRecord(`${path}/{id}`, {
      summary: `One of the ${name}.`,
      access: read,
      errors: ['masters.not_found'],
      answer: row,
    }),
    addEntry: operation(`POST ${path}`, { summary: `Adds to the ${name}.`, access: edit })
      .input(entry)
      .output(z.object({ id: Id })),
    editEntry: operation(`PUT ${path}/{id}`, {
      summary: `Changes one of the ${name}. What names it stays once records use it.`,
      access: edit,
      errors: ['masters.not_found', 'masters.key_in_use', 'records.stale'],
    })
      .input(z.object({ id: Id, version: Version, entry }))
      .output(z.object({ version: Version })),
    deleteEntry: operation(`DELETE ${path}/{id}`, {
      summary: `Deletes one of the ${name} that no record uses.`,
      access: edit,
      errors: ['masters.not_found', 'masters.in_use', 'records.stale'],
    })
      .input(z.object({ id: Id, version: Version }))
      .output(z.object({})),
  };
}
