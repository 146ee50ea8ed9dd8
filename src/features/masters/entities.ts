import { auditRecordLabels } from '#shared/audit-names.ts';
import type { DeclaredFields } from '#shared/declared-field.ts';
import { masters } from './declared/masters.ts';
import { masterNames } from './declared/named-masters.ts';

/** The tables that a pack writes: the masters, and colleges, a feature of their own. */
export const entityNames = [...masterNames, 'colleges'] as const;
export type EntityName = (typeof entityNames)[number];

/** The declared fields of an entity; colleges declare none. */
export function fieldsOf(entity: EntityName): DeclaredFields {
  return entity === 'colleges' ? {} : masters[entity].fields;
}

/** The singular label, for use within a sentence. */
export function labelOfEntity(entity: EntityName): string {
  return entity === 'colleges' ? auditRecordLabels.college : masters[entity].one;
}
