import { command } from '#platform/server/command.ts';
import type { DepositSlip } from '../../slip-contract.ts';

/** Notes in the audit log that a pay-in slip was handed out, and what it added up to. */
export const printSlip = command('printSlip', async ({ audit }, slip: DepositSlip) => {
  audit({
    event: 'deposit_slips.printed',
    record: { type: 'deposit_slip', id: slip.id, label: slip.slipNumber },
    after: { drafts: slip.draftCount, total: slip.total },
  });
  return {};
});
