import { beforeAll, describe, expect, test } from 'vitest';
import { changeCollegeWithFourEyes } from '#dev/testing/change-master.ts';
import { expectDomainError } from '#dev/testing/expect-domain-error.ts';
import {
  applicationEntry,
  collegeEntry,
  draftEntry,
  receiveApplication,
  studentEntry,
} from '#dev/testing/factories.ts';
import { fileOffice } from '#dev/testing/office.ts';
import { fileClient, type StaffCaller } from '#dev/testing/portal.ts';
import type { CollegeEntry } from '#features/colleges/contract.ts';

const { portal, office } = await fileOffice();
const anita = await portal.as('admin', { name: 'Anita' });
const suresh = await portal.as('admin', { name: 'Suresh' });
const [auditor, receiver] = await portal.asEach('auditor', 'receiver');
/** The application's role of the database. */
const app = await fileClient(portal.services.databaseUrl);

/** A college that asks ₹700. */
async function addedCollege() {
  const entry = collegeEntry();
  const { id } = await anita.api.colleges.addCollege(entry);
  return { id, entry };
}

/** Anita's change of it, which waits. */
async function proposed(changes: Partial<CollegeEntry> = { convocationFee: 950 }) {
  const { id, entry } = await addedCollege();
  const edited = await anita.api.colleges.editCollege({ ...entry, ...changes, id, version: 1 });
  return { id, entry, proposalId: edited.proposalId!, decision: { id: edited.proposalId!, version: 1 } };
}

async function feeOf(id: string): Promise<number> {
  return (await auditor.api.colleges.getCollege({ id })).convocationFee;
}

/** What the counter charges of an application that is received now. */
async function charged(collegeId: string, amount: number): Promise<number> {
  const entry = await applicationEntry(receiver, office, {
    collegeId,
    totalAmount: amount,
    drafts: [draftEntry({ amount })],
  });
  const { id } = await receiver.api.applications.receiveApplication(entry);
  return (await receiver.api.applications.getApplication({ id })).totalAmount;
}

async function eventsOf(id: string) {
  const { rows } = await auditor.api.audit.listAuditEvents({ recordType: 'college', recordId: id });
  return rows.map(({ event, actorName, before, after }) => [event, actorName, before, after]);
}

async function importPack(caller: StaffCaller, pack: object): Promise<string | null> {
  const response = await caller.fetch('/api/settings/pack', {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: JSON.stringify({ format: 1, ...pack }),
  });
  expect(response.status).toBe(200);
  return ((await response.json()) as { proposalId: string | null }).proposalId;
}

test('until the first application one administrator changes a fee at once', async () => {
  const { id, entry } = await addedCollege();
  const edited = await anita.api.colleges.editCollege({ ...entry, convocationFee: 800, id, version: 1 });
  expect(edited).toEqual({ version: 2, proposalId: null });
  await app.query('update colleges set convocation_fee = 810 where id = $1', [id]);
  expect(await feeOf(id)).toBe(810);
});

describe('from the first application on', () => {
  beforeAll(async () => {
    await receiveApplication(receiver, office);
  });

  test('a fee waits for a second person, and the counter charges the old one meanwhile', async () => {
    const { id, entry, proposalId, decision } = await proposed({ convocationFee: 950, address: 'Hassan' });
    expect(await auditor.api.colleges.getCollege({ id })).toMatchObject({ ...entry, version: 1 });
    expect(await charged(id, 700)).toBe(700);
    expect(await auditor.api.proposals.getProposal({ id: proposalId })).toMatchObject({
      origin: 'form',
      label: entry.code,
      state: 'waiting',
      proposedBy: 'Anita',
      changes: [
        {
          entity: 'colleges',
          entryId: id,
          action: 'edit',
          before: { convocationFee: 700, address: entry.address },
          after: { convocationFee: 950, address: 'Hassan' },
        },
      ],
    });
    expect((await auditor.api.proposals.getFourEyes()).waiting.colleges).toBe(1);

    await expectDomainError(anita.api.proposals.confirmProposal(decision), 'proposals.own_proposal');
    for (const role of ['receiver', 'case_worker', 'printer', 'auditor'] as const)
      await expectDomainError(
        (await portal.as(role)).api.proposals.confirmProposal(decision),
        'auth.not_permitted',
      );
    expect(await feeOf(id)).toBe(700);

    await suresh.api.proposals.confirmProposal(decision);
    expect(await auditor.api.colleges.getCollege({ id })).toMatchObject({
      convocationFee: 950,
      address: 'Hassan',
      version: 2,
    });
    expect(await charged(id, 950)).toBe(950);
    const [before, after] = [
      { address: entry.address, convocationFee: 700 },
      { address: 'Hassan', convocationFee: 950 },
    ];
    expect(await eventsOf(id)).toEqual([
      ['colleges.edited', 'Suresh', before, after],
      ['colleges.proposed', 'Anita', before, after],
      ['colleges.added', 'Anita', null, entry],
    ]);
  });

  test('a fee that is rejected or taken back stays what it was, and the log says why', async () => {
    const rejected = await proposed();
    await suresh.api.proposals.rejectProposal({ ...rejected.decision, remark: 'Not resolved.' });
    const takenBack = await proposed();
    await expectDomainError(suresh.api.proposals.takeBackProposal(takenBack.decision), 'proposals.not_own');
    await anita.api.proposals.takeBackProposal(takenBack.decision);
    for (const { id } of [rejected, takenBack]) expect(await feeOf(id)).toBe(700);
    const names = async (id: string) => (await eventsOf(id)).map(([event]) => event);
    expect(await names(rejected.id)).toEqual([
      'colleges.proposal_rejected',
      'colleges.proposed',
      'colleges.added',
    ]);
    expect((await eventsOf(rejected.id))[0]![3]).toEqual({ convocationFee: 950, remark: 'Not resolved.' });
    expect(await names(takenBack.id)).toEqual([
      'colleges.proposal_taken_back',
      'colleges.proposed',
      'colleges.added',
    ]);
  });

  test('whatever else is said of a college is written at once, and so is a new college', async () => {
    const { id, entry } = await addedCollege();
    const moved = { ...entry, name: `Moved ${entry.name}`, address: 'Hassan', email: 'office@college.in' };
    expect(await anita.api.colleges.editCollege({ ...moved, id, version: 1 })).toEqual({
      version: 2,
      proposalId: null,
    });
    expect(await auditor.api.colleges.getCollege({ id })).toMatchObject(moved);
  });

  test('what would be refused is refused when it is proposed', async () => {
    const { id, entry } = await addedCollege();
    await anita.api.students.addStudent(studentEntry({ collegeId: id }));
    const changed = { ...entry, convocationFee: 950, id };
    const edit = (changes: object) => anita.api.colleges.editCollege({ ...changed, version: 1, ...changes });
    await expectDomainError(edit({ code: 'OTHER8' }), 'colleges.code_in_use');
    await expectDomainError(edit({ name: 'College COL001' }), 'request.invalid');
    await expectDomainError(edit({ version: 2 }), 'records.stale');
    expect((await eventsOf(id)).map(([event]) => event)).toEqual(['colleges.added']);
  });

  test('one that became impossible since is refused with the reason', async () => {
    const { id, entry, proposalId, decision } = await proposed();
    await suresh.api.colleges.editCollege({ ...entry, address: 'Hassan', id, version: 1 });
    expect((await auditor.api.proposals.getProposal({ id: proposalId })).outdated).toEqual([entry.code]);
    await expectDomainError(suresh.api.proposals.confirmProposal(decision), 'proposals.outdated');

    const deleted = await proposed();
    await suresh.api.colleges.deleteCollege({ id: deleted.id, version: 1 });
    await expectDomainError(suresh.api.proposals.confirmProposal(deleted.decision), 'proposals.outdated');

    const { name } = collegeEntry();
    const renamed = await proposed({ convocationFee: 950, name });
    await suresh.api.colleges.addCollege(collegeEntry({ name }));
    const refusal = await expectDomainError(
      suresh.api.proposals.confirmProposal(renamed.decision),
      'proposals.not_possible',
    );
    expect(refusal.message).toBe(`${renamed.entry.code}: Another college has this name.`);
    expect(await feeOf(renamed.id)).toBe(700);
  });

  test('a pack waits where it changes a fee, and is written at once where it changes nothing but an address', async () => {
    const { id, entry } = await addedCollege();
    const packed = (changes: object) => ({ name: 'colleges', colleges: [{ ...entry, ...changes }] });
    expect(await importPack(anita, packed({ address: 'Hassan' }))).toBeNull();
    const proposalId = await importPack(anita, packed({ address: 'Hassan', convocationFee: 640 }));
    expect(await feeOf(id)).toBe(700);
    await suresh.api.proposals.confirmProposal({ id: proposalId!, version: 1 });
    expect(await feeOf(id)).toBe(640);
  });

  describe('the database', () => {
    test('refuses a fee that nobody confirmed, whoever writes it', async () => {
      const { id } = await addedCollege();
      for (const statement of [
        'update colleges set convocation_fee = convocation_fee + 1',
        'update colleges set convocation_fee = 1, version = version + 1 where id = $1',
        `insert into colleges (id, code, name, contact_number, address, convocation_fee)
           select id, code, name, contact_number, address, 1 from colleges where id = $1
           on conflict (id) do update set convocation_fee = excluded.convocation_fee`,
      ])
        await expect(app.query(statement, statement.includes('$1') ? [id] : [])).rejects.toMatchObject({
          constraint: 'colleges__four_eyes',
        });
      await app.query('update colleges set convocation_fee = convocation_fee, version = 2 where id = $1', [
        id,
      ]);
      expect(await feeOf(id)).toBe(700);
    });

    test('takes a confirmed proposal for its own college, fee and transaction', async () => {
      const { id, proposalId } = await proposed();
      const other = await addedCollege();
      const attempt = async (fee: number, of = id) => {
        await app.query('begin');
        try {
          await app.query(
            `update proposals set decision = 'confirmed', decided_by = $1, decided_at = now() where id = $2`,
            [suresh.actor.id, proposalId],
          );
          await app.query('update colleges set convocation_fee = $1 where id = $2', [fee, of]);
          await app.query('commit');
        } finally {
          await app.query('rollback');
        }
      };
      const refused = { constraint: 'colleges__four_eyes' };
      await expect(attempt(951)).rejects.toMatchObject(refused);
      await expect(attempt(950, other.id)).rejects.toMatchObject(refused);
      await attempt(950);
      await expect(
        app.query('update colleges set convocation_fee = 700 where id = $1', [id]),
      ).rejects.toMatchObject(refused);
      expect(await feeOf(id)).toBe(950);
    });
  });

  test('of two proposals on one fee the first that is confirmed stands', async () => {
    const { id, entry, decision } = await proposed();
    const second = await suresh.api.colleges.editCollege({ ...entry, convocationFee: 960, id, version: 1 });
    await suresh.api.proposals.confirmProposal(decision);
    await expectDomainError(
      anita.api.proposals.confirmProposal({ id: second.proposalId!, version: 1 }),
      'proposals.outdated',
    );
    await changeCollegeWithFourEyes(portal, id, { convocationFee: 960 });
    expect(await feeOf(id)).toBe(960);
  });
});
