import { v7 as uuid } from 'uuid';
import { unscoped } from '#server/db/database.ts';
import { createOffice, stockBlanks, unique, verifiedCertificate } from '#testing/factories.ts';
import { type Portal, startPortal } from '#testing/portal.ts';
import { printOne, requestReprint, startRunOf } from '#testing/reprinting.ts';

export type ReprintDesk = Awaited<ReturnType<typeof openReprintDesk>>;

/** A portal with everybody who has to do with reprints, and the ways of getting a certificate to them. */
export async function openReprintDesk() {
  const portal = await startPortal();
  const office = await createOffice(portal);
  const people = { receiver: await portal.as('receiver'), caseWorker: await portal.as('case_worker') };
  const printer = await portal.as('printer');

  /** On a paper of its own, so that nothing else waits for it. */
  async function waitingCertificate(candidate: object = {}) {
    const paperId = await addPaper(portal);
    return verifiedCertificate(people, { ...office, paperId }, candidate);
  }

  async function printedCertificate(candidate: object = {}) {
    const certificate = await waitingCertificate(candidate);
    const sheet = await printOne(portal, printer, certificate.certificateId);
    return { ...certificate, sheet };
  }

  /** A request of the receiver about a certificate that is printed. */
  async function openRequest(candidate: object = {}) {
    const certificate = await printedCertificate(candidate);
    return { ...certificate, id: await requestReprint(people.receiver, certificate.certificateId) };
  }

  return {
    portal,
    office,
    people,
    printer,
    admin: await portal.as('admin'),
    registrar: await portal.as('admin'),
    auditor: await portal.as('auditor'),
    waitingCertificate,
    printedCertificate,
    openRequest,
    startRun: (certificateId: string) => startRunOf(portal, printer, certificateId),
    print: (certificateId: string) => printOne(portal, printer, certificateId),
    ask: requestReprint,
  };
}

/** A paper with a few blanks. */
async function addPaper(portal: Portal): Promise<string> {
  const id = uuid();
  await portal.services.db
    .insertInto('papers')
    .values({ id, code: `P${unique()}`, name: 'Parchment', colour: `Colour ${unique()}` })
    .execute();
  await stockBlanks(portal, id, 5);
  return id;
}

export async function stateOf({ services }: Portal, certificateId: string): Promise<string> {
  const { state } = await unscoped(services.db)
    .selectFrom('certificates')
    .select('state')
    .where('id', '=', certificateId)
    .executeTakeFirstOrThrow();
  return state;
}

/** What somebody who holds the sheet types at /verify. */
export async function codeOf({ services }: Portal, sheetId: string): Promise<string> {
  const { verification_code } = await unscoped(services.db)
    .selectFrom('sheets')
    .select('verification_code')
    .where('id', '=', sheetId)
    .executeTakeFirstOrThrow();
  return verification_code;
}
