import { createOffice } from '#dev/testing/factories.ts';
import { type Portal, startPortal } from '#dev/testing/portal.ts';
import {
  printedCertificate,
  printOne,
  requestReprint,
  startRunOf,
  type Waiting,
  waitingCertificate,
} from '#dev/testing/reprinting.ts';

export type ReprintDesk = Awaited<ReturnType<typeof openReprintDesk>>;

/** A portal with everybody who has to do with reprints, and the ways of getting a certificate to them. */
export async function openReprintDesk() {
  const portal = await startPortal();
  const office = await createOffice(portal);
  const people = {
    receiver: await portal.as('receiver'),
    caseWorker: await portal.as('case_worker'),
    printer: await portal.as('printer'),
  };

  /** A request of the receiver about a certificate that is printed. */
  async function openRequest(candidate: object = {}) {
    const certificate = await printedCertificate(portal, people, office, candidate);
    return { ...certificate, id: await requestReprint(people.receiver, certificate.certificateId) };
  }

  return {
    portal,
    office,
    people,
    printer: people.printer,
    admin: await portal.as('admin'),
    registrar: await portal.as('admin'),
    auditor: await portal.as('auditor'),
    waitingCertificate: () => waitingCertificate(portal, people, office),
    printedCertificate: (candidate?: object) => printedCertificate(portal, people, office, candidate),
    openRequest,
    startRun: (waiting: Waiting) => startRunOf(portal, people.printer, waiting),
    print: (waiting: Waiting) => printOne(portal, people.printer, waiting),
    ask: requestReprint,
  };
}

export async function stateOf({ services }: Portal, certificateId: string): Promise<string> {
  const { state } = await services.db
    .selectFrom('certificates')
    .select('state')
    .where('id', '=', certificateId)
    .executeTakeFirstOrThrow();
  return state;
}
