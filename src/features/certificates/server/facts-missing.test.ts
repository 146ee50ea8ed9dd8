import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { openCertificateDesk } from '#dev/testing/certificate-desk.ts';
import { changeWithFourEyes } from '#dev/testing/change-master.ts';
import { constraintOf, expectDomainError } from '#dev/testing/expect-domain-error.ts';
import { receiveApplication, reprintEntry } from '#dev/testing/factories.ts';
import type { StaffCaller } from '#dev/testing/portal.ts';
import { correct, reopen, verify } from '#dev/testing/reopening.ts';
import { awardFactNames } from '#shared/award-facts.ts';

const desk = await openCertificateDesk();
const { portal, office, admin, receiver, caseWorker, colleague } = desk;
const db = portal.services.db;

const asksFor = (...requires: string[]) =>
  changeWithFourEyes(portal, 'certificate_types', { named: office.certificateType, changes: { requires } });
afterEach(() => asksFor());

/** Verified before the type asked, for want of what it asks. */
async function countedBySql(collegeId: string | null = null): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count
      from certificates c join applications a on a.id = c.application_id
      join certificate_types t on t.name = a.certificate_type
      left join award_records r on r.application_id = a.id
     where a.status = 'verified' and c.state <> 'revoked'
       and (${collegeId}::uuid is null or c.college_id = ${collegeId})
       and (('rank' = any (t.requires) and r.rank is null)
         or ('class_or_division' = any (t.requires) and r.division is null)
         or ('guide' = any (t.requires) and nullif(a.guide_name, '') is null))`.execute(db);
  return rows[0]!.count;
}

async function waitingCount(person: StaffCaller): Promise<number> {
  const { waiting } = await person.api.waiting.listWaiting({});
  return waiting.find(({ name }) => (name as string) === 'certificates.facts_missing')!.count;
}

const listed = async () =>
  (await admin.api.certificates.listCertificates({ stage: 'facts_missing' as never })).rows.map(
    ({ id }) => id,
  );

test('each fact that a type asks for is missing where it is not known, and only there', async () => {
  const bare = await receiveApplication(receiver, office);
  const full = await receiveApplication(receiver, office, {
    ...{ rank: 'First rank', division: 'First Class', percentage: 71.5, examinationMonth: '2024-05' },
    ...{ dateOfBirth: '2001-02-03', motherName: 'Savitri Rao', guideName: 'Dr. Meera Kulkarni' },
  });
  for (const fact of awardFactNames) {
    await asksFor(fact);
    const missing = async (id: string) => (await caseWorker.api.caseDesk.getCase({ id })).missingFacts;
    expect(await missing(bare)).toEqual([fact]);
    expect(await missing(full), fact).toEqual([]);
  }
});

describe('a certificate verified before its type asked for a fact', () => {
  test.each([['rank'], ['class_or_division'], ['guide']])(
    'is listed under what waits for want of %s; one that has the fact is not',
    async (fact) => {
      const without = await desk.printed();
      const complete = await desk.printed({
        rank: 'First rank',
        division: 'First Class',
        guideName: 'Dr. Meera Kulkarni',
      });
      const before = await waitingCount(admin);
      expect(before).toBe(await countedBySql());
      await asksFor(fact);
      expect(await waitingCount(admin)).toBe(await countedBySql());
      expect(await waitingCount(admin)).toBeGreaterThan(before);
      expect(await listed()).toContain(without.certificateId);
      expect(await listed()).not.toContain(complete.certificateId);
      expect(await listed()).toHaveLength(await countedBySql());
    },
  );

  test('is answered at /verify as before, and stays verified and printed', async () => {
    const { sheet, applicationId, certificateId } = await desk.printed();
    const before = await desk.verdictOf(sheet);
    expect(before).toMatchObject({ verdict: 'genuine' });
    await asksFor('rank');
    expect(await desk.verdictOf(sheet)).toEqual(before);
    expect(await desk.applicationOf(applicationId)).toMatchObject({ status: 'verified' });
    expect(await desk.certificateOf(certificateId)).toMatchObject({ state: 'printed' });
  });

  test('is not printed again without it: neither by approving, nor by direct SQL', async () => {
    const open = await desk.openRequest();
    const later = await desk.printed();
    await asksFor('rank');
    const refusal = await expectDomainError(
      admin.api.reprints.approveReprint({ id: open.id, version: 1 }),
      'reprints.facts_missing',
    );
    expect(refusal.message).toContain('Rank or medal');
    const approving = db
      .updateTable('reprint_requests')
      .set({
        status: 'approved',
        decided_by: admin.actor.id,
        decided_at: new Date(),
        state_before: 'printed',
      })
      .where('id', '=', open.id);
    expect(await constraintOf(approving.execute())).toBe('reprint_requests__award_complete');
    // Whether asking or approving is refused, no new copy comes of it.
    const entry = await reprintEntry(receiver, later.certificateId, { cause: 'candidate' } as object);
    const reprinted = receiver.api.reprints
      .requestReprint(entry)
      .then(({ id }) => admin.api.reprints.approveReprint({ id, version: 1 }));
    await expectDomainError(reprinted, 'reprints.facts_missing');
    for (const { certificateId } of [open, later])
      expect(await desk.certificateOf(certificateId)).toMatchObject({ state: 'printed' });
  });

  test('is led out by a correction: with the fact it is printed anew, and no longer listed', async () => {
    const { applicationId, certificateId, convocationNumber, ...one } = await desk.printed();
    await asksFor('rank');
    await reopen(colleague, applicationId);
    await correct(receiver, applicationId, { candidateName: 'Asha Rao' });
    await expectDomainError(verify(caseWorker, applicationId), 'applications.facts_missing');
    const { version } = await desk.applicationOf(applicationId);
    await caseWorker.api.applications.returnApplication({ id: applicationId, version, reasons: ['name'] });
    await correct(receiver, applicationId, { rank: 'First rank, gold medal' });
    expect(await verify(caseWorker, applicationId)).toMatchObject({ convocationNumber });
    const sheet = await desk.print({ ...one, applicationId, certificateId, convocationNumber });
    expect(await desk.verdictOf(sheet)).toMatchObject({ verdict: 'genuine', copyNumber: 1 });
    expect(await listed()).not.toContain(certificateId);
    expect(await waitingCount(admin)).toBe(await countedBySql());
  });
});
