import { z } from 'zod';
import { operation } from '#platform/contract/operation.ts';
import { Id, KindName } from '#shared/fields.ts';
import { maximumRecent } from './recent.ts';

export const FoundRecord = z.object({
  kind: KindName,
  id: Id,
  number: z.string(),
  /** The candidate's name, the bank of a draft and so on. */
  title: z.string(),
  /** Distinguishes records with the same title. */
  note: z.string(),
  /** The state in its kind's terms; for a person the role. */
  state: z.string().nullable(),
});
export type FoundRecord = z.infer<typeof FoundRecord>;

/** Whether the text equals or begins a number of the record, or matches its name. */
export const SearchHit = FoundRecord.extend({ match: z.enum(['exact', 'begins', 'name']) });
export type SearchHit = z.infer<typeof SearchHit>;

const recalled = /^[a-z_]+:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const searchContract = {
  findRecords: operation('GET /search', {
    summary:
      'The records that somebody means by a number, a name or a scan, best first: those of their scope, of the kinds that they read.',
    access: 'search:use',
    reads: 'all',
  })
    .input(z.object({ q: z.string().trim().max(300).default('') }))
    .output(z.object({ hits: z.array(SearchHit) })),
  recallRecords: operation('GET /search/recalled', {
    summary:
      'Records by kind and id, such as `application:…`, in this order; those that may not be read any more are left out.',
    access: 'search:use',
    reads: 'all',
  })
    .input(
      z.object({
        /** Separated by spaces. */
        records: z
          .string()
          .max(1_000)
          .default('')
          .transform((text) =>
            text
              .split(' ')
              .filter((one) => recalled.test(one))
              .slice(0, maximumRecent),
          ),
      }),
    )
    .output(z.object({ records: z.array(FoundRecord) })),
};
