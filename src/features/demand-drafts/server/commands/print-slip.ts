import { command } from '#platform/server/command.ts';
import { collegeOfRow } from '#platform/server/db/college-of-row.ts';
import type { DepositSlip } from '../../slip-contract.ts';

/** Audits that a deposit slip was printed, and its total. */
export const printSlip = command('printSlip', async ({ db, audit }, slip: DepositSlip) => {
  audit({
    event: 'deposit_slips.printed',
    record: { type: 'deposit_slip', id: slip.id, label: slip.slipNumber },
    collegeId: await collegeOfRow(db, 'deposit_slips', slip.id),
    after: { drafts: slip.draftCount, total: slip.total },
  });
  return {};
});
