import type { Db } from '#platform/server/db/database.ts';
import { queueMail } from '#platform/server/mail/outbox.ts';
import { formatDay } from '#shared/dates.ts';
import type { CheckpointFile } from './checkpoint.ts';

/** Mails the checkpoints that were not mailed yet to every auditor of the whole university, in one mail. */
export async function mailCheckpoints(db: Db, files: readonly CheckpointFile[]): Promise<void> {
  if (files.length === 0) return;
  const added = await db
    .insertInto('audit_checkpoints')
    .values(files.map(({ day, sequence, hash, sha256 }) => ({ day, sequence, hash, sha256 })))
    .onConflict((conflict) => conflict.column('day').doNothing())
    .returning('day')
    .execute();
  const days = new Set(added.map(({ day }) => day));
  const fresh = files.filter(({ day }) => days.has(day));
  if (fresh.length === 0) return;
  const auditors = await db
    .selectFrom('staff')
    .select('email')
    .where('role', '=', 'auditor')
    .where('college_id', 'is', null)
    .where('disabled_at', 'is', null)
    .execute();
  for (const { email } of auditors) await queueMail({ db }, { to: email, ...mailOf(fresh) });
}

function mailOf(files: readonly CheckpointFile[]) {
  const newest = files.at(-1)!;
  return {
    subject: `Audit log checkpoint of ${formatDay(newest.day)}`,
    text: [
      'Keep this mail. It proves later that no event of the audit log up to this point was altered or removed:',
      'whoever runs the portal can change its database, but not what you keep.',
      '',
      ...files.flatMap(({ day, sequence, hash, events }) => [
        `${formatDay(day)}: event ${sequence}, ${events} since the checkpoint before`,
        `${sequence}:${hash}`,
        '',
      ]),
      'To check the audit log against it, the operator runs',
      `npm run audit:verify -- --head ${newest.sequence}:${newest.hash}`,
      '',
      `Signed with the key ${newest.publicKey}`,
      `Signature ${newest.signature}`,
    ].join('\n'),
  };
}
