import { z } from 'zod';
import { documentOperation, uploadOperation } from '#platform/contract/byte-operation.ts';
import { packFormat } from './pack.ts';

const pack = {
  types: ['application/octet-stream', 'application/zip', 'application/json'],
  maximumBytes: 40 * 1024 * 1024,
  tooLarge: 'packs.too_large',
  seconds: 300,
} as const;
const unreadable = ['packs.no_json', 'packs.damaged'] as const;

/** A university's settings as one file: a zip of `pack.json` and its assets, or `pack.json` alone. */
export const packFiles = {
  check: uploadOperation('/settings/pack/check', {
    ...pack,
    summary: `What is wrong with a pack (format ${packFormat}), or what importing it would change; nothing is written.`,
    access: 'packs:import',
    answer: 'The report: name, faults, changes, unchangedCount.',
    errors: unreadable,
  }),
  import: uploadOperation('/settings/pack', {
    ...pack,
    summary:
      'Imports a pack: everything that it has otherwise is written, or nothing is; where four eyes hold, all of it is proposed. What it does not name stays.',
    access: 'packs:import',
    answer: 'The report of what was written or, with a proposalId, proposed.',
    errors: [...unreadable, 'packs.faulty', 'packs.changed_meanwhile'],
  }),
  export: documentOperation('/settings/pack', {
    summary: 'The settings of this university as a pack.',
    access: 'packs:export',
    query: z.object({ signatures: z.enum(['yes', 'no']).default('no') }),
    answers: { description: 'The zip.', types: ['application/zip'] },
    errors: ['files.missing'],
  }),
};
