import { createOffice } from '#dev/testing/factories.ts';
import { startPortal } from '#dev/testing/portal.ts';
import { createPrintRoom } from '#dev/testing/print-room.ts';
import { codeOf, printedCertificate, waitingCertificate } from '#dev/testing/reprinting.ts';

export type RevocationDesk = Awaited<ReturnType<typeof openRevocationDesk>>;

/** A portal with two admins who revoke, an auditor who reads it, and the ways of getting a certificate to them. */
export async function openRevocationDesk() {
  const portal = await startPortal();
  const office = await createOffice(portal);
  const room = await createPrintRoom(portal);
  const auditor = await portal.as('auditor');

  return {
    portal,
    office,
    room,
    auditor,
    admin: await portal.as('admin'),
    registrar: await portal.as('admin'),
    waiting: () => waitingCertificate(portal, room, office),
    printed: (overrides: object = {}) => printedCertificate(portal, room, office, overrides),
    certificateOf: (id: string) => auditor.api.certificates.getCertificate({ id }),
    async handOver(id: string) {
      const { version } = await auditor.api.certificates.getCertificate({ id });
      const collected = { collectedBy: 'Asha Rao', identitySeen: 'Passport' };
      return room.receiver.api.certificates.handOverCertificate({ id, version, ...collected });
    },
    /** The newest one. */
    async proposalOf(certificateId: string) {
      return (await auditor.api.revocations.listRevocations({ certificateId })).rows[0]!;
    },
    /** What a stranger with the sheet reads. */
    async verdictOf({
      convocationNumber: number,
      sheet,
    }: {
      convocationNumber: string;
      sheet: { id: string };
    }) {
      const code = await codeOf(portal, sheet.id);
      return portal.anonymous.api.verification.verifyCertificate({ number, code });
    },
  };
}
