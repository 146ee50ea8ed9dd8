import { type MasterEntry, mapFields } from '#shared/masters/master.ts';
import { type MasterName, masters } from '#shared/masters/masters.ts';

/** An entry of a master as somebody would type it: its declaration's own examples. */
export function exampleEntry(name: MasterName): MasterEntry {
  return mapFields(masters[name].fields, ({ kind, example }) =>
    kind === 'number' || kind === 'rupees' ? Number(example) : example,
  );
}
