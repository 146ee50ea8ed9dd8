import { expect, test } from 'vitest';
import { exampleEntry } from '#dev/testing/example-entry.ts';
import { expectDomainError } from '#dev/testing/expect-domain-error.ts';
import { createOffice, receiveApplication } from '#dev/testing/factories.ts';
import { filePortal } from '#dev/testing/portal.ts';
import { csvOf, importIn, uploadSpreadsheet } from '#dev/testing/uploads.ts';

const portal = await filePortal();
const anita = await portal.as('admin', { name: 'Anita' });
const suresh = await portal.as('admin', { name: 'Suresh' });
const auditor = await portal.as('auditor');

const aloneEvents = async () => (await auditor.api.audit.listAuditEvents({ setUpAlone: 'yes' })).rows;

test('until the first application one administrator sets up alone, which is said of each entry and confirmed with a proof', async () => {
  const office = await createOffice(portal);
  expect(await auditor.api.proposals.getFourEyes()).toMatchObject({ hold: false });
  const { id, proposalId } = await anita.api.courses.addEntry(exampleEntry('courses'));
  expect(proposalId).toBeNull();
  const sheet = csvOf(
    'Course / Degree,Level,Guide',
    'MECH,Undergraduate,Not named',
    'CIVIL,Diploma,Not named',
  );
  const upload = await importIn(anita, await uploadSpreadsheet(anita, 'courses', sheet), 'checked');
  await anita.api.imports.commitImport({ id: upload.id });
  await importIn(anita, upload.id, 'committed');

  const alone = await aloneEvents();
  expect(alone.map(({ event, actorName, recordLabel }) => [event, actorName, recordLabel])).toEqual([
    ['courses.edited', 'Anita', 'CIVIL'],
    ['courses.added', 'Anita', 'MECH'],
    ['courses.added', 'Anita', 'CIVIL'],
  ]);
  expect(await auditor.api.audit.countAuditEvents({ setUpAlone: 'yes' })).toEqual({ count: 3 });
  const found = await auditor.api.audit.listAuditEvents({ search: 'one admin alone' });
  expect(found.rows).toEqual(alone);

  await portal.services.db
    .insertInto('papers')
    .values({ id: crypto.randomUUID(), code: 'PAR-NAV', name: 'Parchment', colour: 'Navy' })
    .execute();
  const printer = await portal.as('printer');
  const proof = await printer.api.proofs.makeProof({ certificateType: 'Degree', colour: 'Navy' });
  const signing = { id: proof.id, version: 1 };
  expect((await anita.api.proofs.listProofs({})).rows[0]!.setUpAloneBy).toEqual([anita.actor.id]);
  await expectDomainError(anita.api.proofs.signOffProof(signing), 'proofs.set_up_alone');
  await suresh.api.proofs.signOffProof(signing);
  const [confirmed] = (await auditor.api.audit.listAuditEvents({ search: 'set-up confirmed' })).rows;
  expect(confirmed).toMatchObject({ actorName: 'Suresh', recordId: proof.id, after: { changes: 3 } });
  expect((await anita.api.proofs.listProofs({})).rows[0]!.setUpAloneBy).toEqual([]);

  await receiveApplication(await portal.as('receiver'), office);
  const later = await anita.api.courses.deleteEntry({ id, version: 2 });
  expect(later.proposalId).not.toBeNull();
  expect(await aloneEvents()).toHaveLength(3);
});
