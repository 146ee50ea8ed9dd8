import { proposeRevocation } from '#features/certificates/server/commands/propose-revocation.ts';
import { declineRevocation } from '#features/certificates/server/decide-revocation.ts';
import type { Actor, Services } from '#platform/server/context.ts';
import { actingAs } from './acting.ts';
import { findCertificate } from './demo-reprints.ts';

const hour = 3_600_000;

/** One proposal to revoke a certificate waits for the administrator, and one was declined. */
export async function seedRevocations(
  services: Services,
  { admin, approver }: { admin: Actor; approver: Actor },
  now: Date,
): Promise<void> {
  const as = (actor: Actor, act: string, hoursAgo: number) =>
    actingAs(services, actor, {
      now: new Date(now.getTime() - hoursAgo * hour),
      key: `demo-revocation-${act}`,
    });
  const declined = await findCertificate(services, 'Pooja Mehta');
  const { id } = await proposeRevocation(as(admin, 'propose-declined', 52), {
    id: declined.id,
    version: declined.version,
    reason: 'The marks card belongs to another candidate.',
    authority: 'Letter of the Controller of Examinations, COE/118',
  });
  await declineRevocation(as(approver, 'decline', 50), {
    id,
    remark: 'The letter names another registration number.',
  });
  const proposed = await findCertificate(services, 'Suresh Naik');
  await proposeRevocation(as(approver, 'propose', 22), {
    id: proposed.id,
    version: proposed.version,
    reason: 'Admission was cancelled: the qualifying examination was not passed.',
    authority: 'Syndicate resolution 14.3',
  });
}
