import { t } from '#shared/words.ts';
import { formatCount } from '../money.ts';
import type { ErrorEntries } from './error-entry.ts';

export const printRunsErrors = {
  'print_runs.not_found': { status: 404, sentence: t`This print run does not exist.` },
  'print_runs.not_prepared': { status: 409, sentence: t`This run was already started or closed.` },
  'print_runs.not_printing': { status: 409, sentence: t`Outcomes are recorded while the run is printing.` },
  'print_runs.no_document': { status: 409, sentence: t`The print file is not composed yet.` },
  'print_runs.no_proof': {
    status: 409,
    sentence: t`No proof sheet of this layout is signed off. A printer or an admin makes one, and another printer or admin signs it off.`,
  },
  'print_runs.open_sheets': {
    status: 409,
    sentence: (data: { open: number }) =>
      t`${formatCount(data.open)} sheets have no outcome yet. Record good or spoilt for each, then close.`,
  },
  'print_runs.sheet_decided': { status: 409, sentence: t`This sheet already has an outcome.` },
  'print_runs.sheet_not_found': { status: 404, sentence: t`This sheet is not in the run.` },
  'print_runs.mixed': {
    status: 422,
    sentence: t`One run prints on one paper and one certificate type. Choose certificates that share both.`,
  },
} as const satisfies ErrorEntries;
