import { z } from 'zod';
import { documentOperation } from '#platform/contract/byte-operation.ts';

/** The documents of a print run. */
export const printRunDocuments = {
  printFile: documentOperation('/print-runs/{id}/document', {
    summary:
      'The print file of a run: PDF/A, one page a sheet in their order; from its start to the first outcome.',
    access: 'print_runs:record',
    notFound: 'print_runs.not_found',
    errors: ['print_runs.not_started', 'print_runs.printed_already', 'print_runs.no_document'],
  }),
  remaining: documentOperation('/print-runs/{id}/remaining-document', {
    summary: 'The pages of the sheets without an outcome, as long as the first of them is sheet `from`.',
    access: 'print_runs:record',
    query: z.object({ from: z.coerce.number().int().min(1).max(100_000) }),
    notFound: 'print_runs.not_found',
    errors: [
      'print_runs.not_printing',
      'print_runs.nothing_left',
      'print_runs.printed_already',
      'papers.letters_missing',
    ],
  }),
  report: documentOperation('/print-runs/{id}/report', {
    summary: 'The report of a closed run: PDF/A with its counts, its spoilt serials and every sheet.',
    access: 'print_runs:read',
    notFound: 'print_runs.not_found',
    errors: ['print_runs.not_closed', 'papers.letters_missing', 'papers.text_not_exact'],
  }),
};
