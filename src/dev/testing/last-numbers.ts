import type { LastNumbers } from '#features/recoveries/contract.ts';
import type { StaffCaller } from './portal.ts';

/** What an admin enters who finds nothing on paper that the restored portal does not know. */
export async function nothingSince(admin: StaffCaller): Promise<LastNumbers> {
  const [open] = (await admin.api.recoveries.listRecoveries()).recoveries;
  const numbers = open!.numbers.filter(({ kind }) => kind !== 'signing_batch');
  const last = (of: string) => Number(/\d+$/.exec(numbers.find(({ kind }) => kind === of)?.kept ?? '0')?.[0]);
  return {
    acknowledgementNumber: last('acknowledgement'),
    runNumber: last('print_run'),
    depositSlipNumber: last('deposit_slip'),
    bundleNumber: last('bundle'),
    convocationNumbers: [],
    serials: [],
    unchanged: numbers.map(({ count }) => count),
  };
}
