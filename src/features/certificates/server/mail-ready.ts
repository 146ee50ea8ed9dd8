import { mailCandidates } from '#features/applications/server/candidate-mails.ts';
import type { CommandTransaction } from '#platform/server/command.ts';
import { certificateLacksSignature } from './missing-signatures.ts';

/** Mails the candidates of those of the certificates that can be handed over now. */
export async function mailReady(
  transaction: CommandTransaction,
  certificateIds: readonly string[],
): Promise<void> {
  if (certificateIds.length === 0) return;
  const ready = await transaction.db
    .selectFrom('certificates')
    .where('id', 'in', certificateIds)
    .where('state', '=', 'printed')
    .where('withheld_at', 'is', null)
    .where((eb) => eb.not(certificateLacksSignature))
    .select('application_id')
    .execute();
  const applicationIds = ready.map((one) => one.application_id);
  await mailCandidates(transaction, applicationIds, { kind: 'ready' });
}
