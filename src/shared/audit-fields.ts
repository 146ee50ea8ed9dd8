import { awardRecord } from './award-record.ts';
import type { DeclaredFields } from './declared-field.ts';
import { registered } from './feature.ts';
import { masters } from './masters/masters.ts';

/** The label of an event's field; without one, its stored name. */
export function auditFieldLabel(recordType: string, name: string): string {
  const { fields = {} } =
    (masters as Readonly<Record<string, { fields?: DeclaredFields }>>)[recordType] ?? {};
  const declared: DeclaredFields = { ...awardRecord, ...fields };
  return declared[name]?.label ?? registered.fields[name] ?? name;
}
