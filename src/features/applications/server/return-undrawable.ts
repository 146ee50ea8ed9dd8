import type { Writing } from '#platform/server/command.ts';
import type { reopeningReasonLabels } from '../decision-contract.ts';
import { sendBackApplication } from './decisions.ts';
import { reopenedMail } from './mails.ts';
import { lockApplication } from './queries.ts';
import { reopen } from './reopen.ts';

/** Why the certificate of an application cannot be drawn; the remark names field and letter. */
export type Undrawable = {
  applicationId: string;
  reason: keyof typeof reopeningReasonLabels;
  remark: string;
};

/**
 * Returns an application whose locked certificate cannot be drawn. The portal does it, because whoever prepares the run
 * may have received or verified the application.
 */
export async function returnUndrawable(
  transaction: Writing,
  { applicationId, reason, remark }: Undrawable,
): Promise<void> {
  const row = await lockApplication(transaction.db, applicationId);
  const { columns, convocationNumber } = await reopen(transaction, row, { by: null, reason, remark });
  await sendBackApplication(transaction, row, {
    event: 'applications.returned',
    columns,
    said: { act: 'reopened', by: null, reasons: [reason], remark },
    why: { reasons: [reason], remark, convocationNumber },
    mail: reopenedMail,
  });
}
