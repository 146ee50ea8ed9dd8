import { z } from 'zod';
import { AuditEvent } from '#features/audit/contract.ts';
import { listOperation, operation, readRecord } from '#platform/contract/operation.ts';
import { type ChoiceList, choiceLists } from '#shared/choice-lists.ts';
import { entryShape, readRule, readShape, reportCrossFieldErrors } from '#shared/declared-schema.ts';
import { Id, Search, sortOf, Version } from '#shared/fields.ts';
import { namesOf } from '#shared/labels.ts';
import { isSorted, type MasterRow } from './declared/master.ts';
import { type AnyMaster, eachMaster } from './declared/masters.ts';
import { type EntrySource, entrySources, masterNames } from './declared/named-masters.ts';

/** A change of an entry in the audit log: by whom, when, before and after. */
export const HistoryEvent = AuditEvent.pick({
  sequence: true,
  at: true,
  actorName: true,
  event: true,
  before: true,
  after: true,
});
export type HistoryEvent = z.infer<typeof HistoryEvent>;

/** Set where four eyes hold: nothing is changed until a second person confirms the proposal. */
const proposalId = Id.nullable();

const Offered = z.object({ value: z.string(), name: z.string() });
const Choice = z.object({ value: z.string(), label: z.string() });

/** The operations of each master, under its name: `courses.listEntries`. */
export const mastersContract = eachMaster(operationsOf);

/** Options for fields that refer to another record. */
export const settingsContract = {
  listNames: operation('GET /settings/names', {
    summary: 'The names of the records that settings refer to.',
    access: 'courses:read',
    reads: ['colleges', 'stock', ...masterNames],
  }).output(
    z.object(
      Object.fromEntries(entrySources.map((source) => [source, z.array(Choice)])) as Record<
        EntrySource,
        z.ZodArray<typeof Choice>
      >,
    ),
  ),
  listChoices: operation('GET /choices', {
    summary: 'What forms offer today, by list: the value that is sent and its name.',
    access: 'account:use',
    reads: ['choices'],
  }).output(
    z.object(
      Object.fromEntries(namesOf(choiceLists).map((list) => [list, z.array(Offered)])) as Record<
        ChoiceList,
        z.ZodArray<typeof Offered>
      >,
    ),
  ),
};

function operationsOf(master: AnyMaster) {
  const { name, key, fields } = master;
  const sorted = Object.keys(fields).filter((field) => isSorted(fields[field]!));
  const [entry, row] = [entrySchema(master), rowSchema(master)] as const;
  const path = `/settings/${name}` as const;
  const [read, edit] = [`${name}:read`, `${name}:edit`] as const;
  const refused = master.universityOnly ? [master.universityOnly] : [];
  return {
    ...listOperation('Entries', {
      path,
      of: `the ${name}`,
      access: read,
      row,
      filters: Search,
      sort: sortOf([key[0], ...sorted]).default(key[0]),
    }),
    getEntry: readRecord(`${path}/{id}`, {
      summary: `One of the ${name}.`,
      access: read,
      errors: ['masters.not_found'],
      answer: row,
    }),
    getHistory: readRecord(`${path}/{id}/history`, {
      summary: `Every change of one of the ${name}, the newest first, also of one that was deleted.`,
      access: read,
      errors: ['audit.university_only'],
      answer: z.object({ events: z.array(HistoryEvent) }),
    }),
    addEntry: operation(`POST ${path}`, { summary: `Adds to the ${name}.`, access: edit, errors: refused })
      .input(entry)
      .output(z.object({ id: Id, proposalId })),
    editEntry: operation(`PUT ${path}/{id}`, {
      summary: `Changes one of the ${name}. What names it stays once records use it.`,
      access: edit,
      errors: [...refused, 'masters.not_found', 'masters.key_in_use', 'records.stale'],
    })
      .input(z.object({ id: Id, version: Version, entry }))
      .output(z.object({ version: Version, proposalId })),
    deleteEntry: operation(`DELETE ${path}/{id}`, {
      summary: `Deletes one of the ${name} that no record uses.`,
      access: edit,
      errors: [...refused, 'masters.not_found', 'masters.in_use', 'records.stale'],
    })
      .input(z.object({ id: Id, version: Version }))
      .output(z.object({ proposalId })),
  };
}

/** The input of the form, the API and an upload. */
function entrySchema({ fields }: AnyMaster) {
  return z.object(entryShape(fields)).superRefine(reportCrossFieldErrors(fields));
}

/** The form's values: as the input, but files as they are shown. */
export function typedSchema({ fields }: AnyMaster) {
  const files = Object.entries(fields).filter(([, { kind }]) => kind === 'file');
  const shown = Object.fromEntries(files.map(([name, field]) => [name, readRule(field)]));
  return z.object({ ...entryShape(fields), ...shown }).superRefine(reportCrossFieldErrors(fields));
}

function rowSchema({ fields }: AnyMaster) {
  const row = z.object({ ...readShape(fields), id: Id, version: Version, isUsed: z.boolean() });
  // The field names exist only in the declaration, where TypeScript cannot see them.
  return row as unknown as z.ZodType<MasterRow, MasterRow>;
}
