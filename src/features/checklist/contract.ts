import { z } from 'zod';
import { operation } from '#platform/contract/operation.ts';
import type { Tag } from '#shared/changes.ts';
import { lineNames, works } from './lines.ts';

const LineName = z.enum(lineNames);

/** Data that can complete a line or undo it. */
const reads: readonly Tag[] = [
  ...(['university', 'courses', 'number_series', 'certificate_types', 'fee_schedule', 'offices'] as const),
  ...(['convocations', 'papers', 'stock', 'colleges', 'staff', 'proofs', 'checklist'] as const),
];

export const checklistContract = {
  getChecklist: operation('GET /checklist', {
    summary:
      'The first-day checklist: each line with whether it is done, in the order in which a university is set up.',
    access: 'checklist:read',
    reads,
  }).output(z.object({ lines: z.array(z.object({ name: LineName, isDone: z.boolean() })) })),
  listMissing: operation('GET /checklist/missing', {
    summary:
      'The lines of the first-day checklist that a kind of work still waits for, and the administrators to ask.',
    access: 'account:use',
    reads,
  })
    .input(z.object({ work: z.enum(works) }))
    .output(z.object({ missing: z.array(LineName), administrators: z.array(z.string()) })),
  sendTestMail: operation('POST /checklist/test-mail', {
    summary: 'Mails the caller; the line of mail is done once the mail server has taken it.',
    access: 'checklist:test_mail',
  }).output(z.object({ to: z.string() })),
};
