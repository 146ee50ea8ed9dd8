import { z } from 'zod';
import { listOperations } from '#platform/contract/list-operations.ts';
import { Moment } from '#shared/identifiers.ts';
import { SearchTerm } from '#shared/paging.ts';
import { t } from '#shared/words.ts';
import { DayRange } from './day-range.ts';

export const accessKinds = [
  'signed_in',
  'sign_in_failed',
  'code_refused',
  'reset_code_refused',
  'file_viewed',
  'document_viewed',
  'thumbnails_viewed',
] as const;

export const accessKindLabels: Record<(typeof accessKinds)[number], string> = {
  signed_in: t`Signed in`,
  sign_in_failed: t`Sign-in failed`,
  code_refused: t`Wrong code`,
  reset_code_refused: t`Wrong reset code`,
  file_viewed: t`File viewed`,
  document_viewed: t`Document viewed`,
  thumbnails_viewed: t`Thumbnails viewed`,
};

/** Who tried to get in, or who looked at a personal file. */
export const AccessEntry = z.object({
  id: z.number().int(),
  /** Of what is counted, the first time in its hour. */
  at: Moment,
  kind: z.enum(accessKinds),
  person: z.string(),
  network: z.string(),
  record: z.string().nullable(),
  count: z.number().int(),
});
export type AccessEntry = z.infer<typeof AccessEntry>;

export const AccessFilters = DayRange.extend({
  search: SearchTerm,
  kind: z.enum(['all', ...accessKinds]).default('all'),
});
export type AccessFilters = z.infer<typeof AccessFilters>;

export const accessOperations = listOperations('AccessEntries', {
  path: '/access-log',
  of: 'the entries of the access log',
  access: 'audit:read',
  reads: [],
  errors: ['audit.university_only'],
  row: AccessEntry,
  filters: AccessFilters,
});
