import { z } from 'zod';
import { auditRecordLabels } from '#shared/audit-names.ts';
import type { DeclaredFields } from '#shared/declared-field.ts';
import { typedText } from '#shared/fields.ts';
import { masters } from '#shared/masters/masters.ts';
import { masterNames } from '#shared/masters/named-masters.ts';

/** A kind of numbered certificate paper. */
export const PaperEntry = z.object({
  code: typedText().trim().min(1).max(20),
  name: typedText().trim().min(1).max(80),
  colour: typedText().trim().min(1).max(40),
  warnBelow: z.number().int().min(0).max(1_000_000).default(100),
});
export type PaperEntry = z.infer<typeof PaperEntry>;

/** The tables that a pack writes: the masters, and colleges and papers, which are features of their own. */
export const entityNames = [...masterNames, 'colleges', 'papers'] as const;
export type EntityName = (typeof entityNames)[number];

/** The declared fields of an entity; colleges and papers declare none. */
export function fieldsOf(entity: EntityName): DeclaredFields {
  return entity === 'colleges' || entity === 'papers' ? {} : masters[entity].fields;
}

/** The singular label, for use within a sentence. */
export function labelOfEntity(entity: EntityName): string {
  if (entity === 'colleges') return auditRecordLabels.college;
  return entity === 'papers' ? auditRecordLabels.paper : auditRecordLabels[entity];
}
