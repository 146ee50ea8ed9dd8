import { describe, expect, test } from 'vitest';
import { changeWithFourEyes } from '#dev/testing/change-master.ts';
import { expectDomainError } from '#dev/testing/expect-domain-error.ts';
import { stockBlanks, verifiedCertificate } from '#dev/testing/factories.ts';
import { fileOffice } from '#dev/testing/office.ts';
import { readQrCode } from '#dev/testing/print-file.ts';
import { composedRun } from '#dev/testing/print-room.ts';
import { unique } from '#dev/testing/unique.ts';
import { findUniversity } from '#features/masters/server/university.ts';
import type { Layout } from '../proof-contract.ts';
import { recomposeUnusableFiles } from './damaged-files.ts';
import { composePrintRunJob } from './jobs/compose-print-run.ts';

const { portal, office } = await fileOffice();
const people = { receiver: await portal.as('receiver'), caseWorker: await portal.as('case_worker') };
const [maker, second] = await portal.asEach('printer', 'admin');

/** A paper of a colour of its own, so that nobody has seen a proof of it. */
async function newLayout(): Promise<Layout & { paperId: string }> {
  const number = unique();
  const colour = `Ochre ${number}`;
  const { id } = await second.api.papers.addEntry({
    name: 'Parchment',
    code: `OCH-${number}`,
    colour,
    warnBelow: 0,
  });
  return { certificateType: 'Degree', colour, paperId: id };
}

async function makeProof({ certificateType, colour }: Layout): Promise<string> {
  return (await maker.api.proofs.makeProof({ certificateType, colour })).id;
}

async function proofOf({ colour }: Layout) {
  return (await maker.api.proofs.listProofs({ search: colour })).rows;
}

async function runOn(paperId: string) {
  await stockBlanks(portal, paperId, 2);
  const kind = { ...office, paperId };
  await verifiedCertificate(people, kind);
  const run = await composedRun(portal, maker, kind);
  return { ...run, topSerial: run.sheets[0]!.blankSerial };
}

async function composedAgain(id: string) {
  await composePrintRunJob.handle(portal.services, { printRunId: id }, { isLast: true });
  return maker.api.printRuns.getPrintRun({ id });
}

describe('a run', () => {
  test('starts once a second person signed off a proof sheet of its layout', async () => {
    const layout = await newLayout();
    const { id, version, topSerial } = await runOn(layout.paperId);
    const start = () => maker.api.printRuns.startPrintRun({ id, version, topSerial });
    const refused = await expectDomainError(start(), 'print_runs.no_proof');
    expect(refused.message).toBe(
      'No proof sheet of this layout is signed off. A printer or an admin makes one, and another printer or admin signs it off.',
    );
    expect((await maker.api.printRuns.getPrintRun({ id })).proof).toBeNull();

    const proofId = await makeProof(layout);
    await expectDomainError(start(), 'print_runs.no_proof');
    await expectDomainError(maker.api.proofs.signOffProof({ id: proofId, version: 1 }), 'proofs.own_proof');
    await second.api.proofs.signOffProof({ id: proofId, version: 1 });
    expect((await maker.api.printRuns.getPrintRun({ id })).proof).toMatchObject({
      state: 'signed_off',
      madeBy: maker.actor.name,
      decidedBy: second.actor.name,
    });
    await start();
  });

  test('does not start on a refused proof sheet, but on the next one', async () => {
    const layout = await newLayout();
    const { id, version, topSerial } = await runOn(layout.paperId);
    const refusedId = await makeProof(layout);
    await second.api.proofs.refuseProof({ id: refusedId, version: 1, remark: 'The crest is pale.' });
    await expectDomainError(
      maker.api.printRuns.startPrintRun({ id, version, topSerial }),
      'print_runs.no_proof',
    );
    expect((await maker.api.printRuns.getPrintRun({ id })).proof).toMatchObject({
      state: 'refused',
      remark: 'The crest is pale.',
    });
    await second.api.proofs.signOffProof({ id: await makeProof(layout), version: 1 });
    await maker.api.printRuns.startPrintRun({ id, version, topSerial });
    expect((await proofOf(layout)).map(({ state }) => state)).toEqual(['signed_off', 'refused']);
  });

  test('without a proof is kept from starting by the table as well, and can be withdrawn', async () => {
    const { id, version } = await runOn((await newLayout()).paperId);
    const forced = portal.services.db
      .updateTable('print_runs')
      .set({ state: 'printing', started_at: new Date() })
      .where('id', '=', id)
      .execute();
    await expect(forced).rejects.toMatchObject({ constraint: 'print_runs__starts_proven' });
    await maker.api.printRuns.withdrawPrintRun({ id, version });
    expect(await maker.api.printRuns.getPrintRun({ id })).toMatchObject({ state: 'withdrawn' });
  });

  test('has to be prepared again, and proven again, when the university’s name changed', async () => {
    const layout = await newLayout();
    const run = await runOn(layout.paperId);
    const proofId = await makeProof(layout);
    await second.api.proofs.signOffProof({ id: proofId, version: 1 });
    await recomposeUnusableFiles(portal.services);
    expect((await maker.api.printRuns.getPrintRun({ id: run.id })).version).toBe(run.version);

    const { name } = await findUniversity(portal.services.db);
    await nameUniversity('University of Mysuru');
    try {
      await recomposeUnusableFiles(portal.services);
      // What its sheets keep is the layout of before: it is printed on no other one.
      const outdated = await composedAgain(run.id);
      expect(outdated).toMatchObject({
        document: 'failed',
        documentFailure: { code: 'print_runs.layout_changed' },
      });
      await expectDomainError(
        maker.api.printRuns.startPrintRun({
          id: run.id,
          version: outdated.version,
          topSerial: run.topSerial,
        }),
        'print_runs.no_document',
      );
      await maker.api.printRuns.withdrawPrintRun({ id: run.id, version: outdated.version });
      const again = await composedRun(portal, maker, { ...office, paperId: layout.paperId });
      await expectDomainError(
        maker.api.printRuns.startPrintRun({
          id: again.id,
          version: again.version,
          topSerial: again.sheets[0]!.blankSerial,
        }),
        'print_runs.no_proof',
      );
      expect((await proofOf(layout))[0]).toMatchObject({ id: proofId, isCurrent: false });
      expect((await maker.fetch(`/api/proofs/${proofId}/document`)).status).toBe(409);
      expect(await makeProof(layout)).not.toBe(proofId);
    } finally {
      await nameUniversity(name);
    }
  });
});

test('a printer of another college who starts a run changes nothing of it, whatever became of its file', async () => {
  const { paperId } = await newLayout();
  const run = await runOn(paperId);
  const outsider = await portal.as('printer', { collegeId: office.otherCollegeId });
  const auditor = await portal.as('auditor');
  const { name } = await findUniversity(portal.services.db);
  await nameUniversity('University of Hampi');
  try {
    const told = async () => ({
      run: await maker.api.printRuns.getPrintRun({ id: run.id }),
      audit: (await auditor.api.audit.listAuditEvents({ recordId: run.id })).rows,
    });
    const before = await told();
    const { id, version, topSerial } = run;
    await expectDomainError(
      outsider.api.printRuns.startPrintRun({ id, version, topSerial }),
      'print_runs.not_found',
    );
    expect(await told()).toEqual(before);
  } finally {
    await nameUniversity(name);
  }
});

describe('a proof sheet', () => {
  test('shows no certificate: its QR code names none', async () => {
    const layout = await newLayout();
    const response = await maker.fetch(`/api/proofs/${await makeProof(layout)}/document`);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    const pdf = Buffer.from(await response.arrayBuffer());
    expect(await readQrCode(pdf, 1)).toBe(`${portal.services.settings.publicUrl}/verify`);
  });

  test('stands alone for its layout, also when two make one at once', async () => {
    const { certificateType, colour } = await newLayout();
    const attempts = await Promise.allSettled(
      [maker, second, maker, second].map((person) =>
        person.api.proofs.makeProof({ certificateType, colour }),
      ),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expectDomainError(maker.api.proofs.makeProof({ certificateType, colour }), 'proofs.standing');
    const { layouts } = await maker.api.proofs.listLayouts();
    expect(layouts.find((layout) => layout.colour === colour)).toMatchObject({ proof: 'waiting' });
  });

  test('is decided once', async () => {
    const layout = await newLayout();
    const id = await makeProof(layout);
    await second.api.proofs.signOffProof({ id, version: 1 });
    await expectDomainError(second.api.proofs.signOffProof({ id, version: 2 }), 'proofs.decided');
    await expectDomainError(
      second.api.proofs.refuseProof({ id, version: 2, remark: 'Too late.' }),
      'proofs.decided',
    );
  });

  test('is not decided on an older version, and may be refused by its maker', async () => {
    const layout = await newLayout();
    const id = await makeProof(layout);
    await expectDomainError(second.api.proofs.signOffProof({ id, version: 9 }), 'records.stale');
    await expectDomainError(maker.api.proofs.refuseProof({ id, version: 1, remark: ' ' }), 'request.invalid');
    await maker.api.proofs.refuseProof({ id, version: 1, remark: 'Printed on the wrong side.' });
    expect((await proofOf(layout))[0]).toMatchObject({
      state: 'refused',
      decidedBy: maker.actor.name,
      remark: 'Printed on the wrong side.',
    });
  });

  test('is made of layouts that there are', async () => {
    await expectDomainError(
      maker.api.proofs.makeProof({ certificateType: 'Degree', colour: 'Nothing' }),
      'proofs.unknown_layout',
    );
    await expectDomainError(
      maker.api.proofs.makeProof({ certificateType: 'Nothing', colour: 'Maroon' }),
      'proofs.unknown_layout',
    );
    const unknown = crypto.randomUUID();
    await expectDomainError(second.api.proofs.signOffProof({ id: unknown, version: 1 }), 'proofs.not_found');
  });

  test('is signed off by another in the table as well', async () => {
    const layout = await newLayout();
    const id = await makeProof(layout);
    const forced = portal.services.db
      .updateTable('proofs')
      .set({ signed_off_by: maker.actor.id, signed_off_at: new Date() })
      .where('id', '=', id)
      .execute();
    await expect(forced).rejects.toMatchObject({ constraint: 'proofs__signed_off_by_another' });
  });
});

async function nameUniversity(name: string): Promise<void> {
  const { name: named } = await findUniversity(portal.services.db);
  await changeWithFourEyes(portal, 'university', { named, changes: { name } });
}
