import type { Portal, StaffCaller } from './portal.ts';

/** Proposes to revoke a certificate as it is now. */
export async function proposeRevocation(admin: StaffCaller, id: string, change: object = {}) {
  const { version } = await admin.api.certificates.getCertificate({ id });
  return admin.api.revocations.proposeRevocation({
    id,
    version,
    reason: 'Obtained by fraud.',
    authority: 'Syndicate resolution 12 of 4 March',
    ...change,
  });
}

/** Revokes it as two people do. */
export async function revoke(portal: Portal, certificateId: string, reason?: string): Promise<void> {
  const [proposer, second] = await portal.asEach('admin', 'admin');
  const { id } = await proposeRevocation(proposer, certificateId, reason === undefined ? {} : { reason });
  await second.api.revocations.confirmRevocation({ id });
}
