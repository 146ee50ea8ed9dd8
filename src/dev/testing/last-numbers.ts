import type { LastNumbers } from '#features/recoveries/contract.ts';
import { dayInIndia } from '#shared/format.ts';
import type { Office } from './factories.ts';
import type { StaffCaller } from './portal.ts';

/** A sheet that was printed in the gap of a restore, as an admin records it again. */
export function lostSheet(
  { courseId, collegeId, certificateType }: Office,
  { convocationNumber, serial }: { convocationNumber: string; serial: string },
) {
  return {
    ...{ convocationNumber, serial, courseId, collegeId, certificateType },
    candidateName: 'Asha Rao',
    code: '7K3MQ-X2P9A',
    academicYear: '2025-26',
    printedOn: dayInIndia(new Date()),
  };
}

/** What an admin enters who finds nothing on paper that the restored portal does not know. */
export async function unchangedLastNumbers(admin: StaffCaller): Promise<LastNumbers> {
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
