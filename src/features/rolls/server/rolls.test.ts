import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { describe, expect, test } from 'vitest';
import { expectDomainError } from '#dev/testing/expect-domain-error.ts';
import { draftEntry, verifiedCertificate } from '#dev/testing/factories.ts';
import { fileOffice } from '#dev/testing/office.ts';
import { createPrintRoom } from '#dev/testing/print-room.ts';
import { correct, reopen, verify } from '#dev/testing/reopening.ts';
import { revoke } from '#dev/testing/revoking.ts';
import { addConvocations, resolution } from '#dev/testing/rolls.ts';
import { inLanguage } from '#platform/server/words/in-language.ts';
import { rollEntriesLayout } from '../columns.ts';

const { portal, office } = await fileOffice();
/** Each test takes a convocation of a year of its own. */
const convocations = await addConvocations(
  portal,
  Array.from({ length: 30 }, (_each, index) => `20${30 + index}-${31 + index}`),
);
const room = await createPrintRoom(portal);
const [admin, second, auditor, colleague] = await portal.asEach('admin', 'admin', 'auditor', 'case_worker');

const execute = (statement: ReturnType<typeof sql>) => statement.execute(portal.services.db);

async function convene(...names: string[]) {
  const { id: convocationId, academicYear } = convocations.pop()!;
  const join = (candidateName: string, overrides: object = {}) =>
    verifiedCertificate(room, office, { academicYear, candidateName, ...overrides });
  const members = [];
  for (const name of names) members.push(await join(name));
  const open = async () => (await admin.api.rolls.openRoll({ convocationId })).id;
  const close = async (id: string) => {
    const { version } = await admin.api.rolls.getRoll({ id });
    return admin.api.rolls.closeRoll({ id, version });
  };
  const resolve = async (id: string, changes: object = {}) => {
    const { version } = await admin.api.rolls.getRoll({ id });
    return second.api.rolls.resolveRoll({ id, version, ...resolution, ...changes });
  };
  const entriesOf = async (rollId: string, filters: object = {}) =>
    (await auditor.api.rolls.listRollEntries({ rollId, limit: 100, ...filters })).rows;
  const namesOf = async (rollId: string) => (await entriesOf(rollId)).map((entry) => entry.candidateName);
  return { convocationId, academicYear, members, join, open, close, resolve, entriesOf, namesOf };
}

describe('a roll', () => {
  test('has who is verified while it is open, and stays once it is closed', async () => {
    const here = await convene('Bina Rao', 'Asha Rao');
    const id = await here.open();
    expect(await here.namesOf(id)).toEqual(['Asha Rao', 'Bina Rao']);
    await here.join('Chitra Rao');
    expect(await admin.api.rolls.getRoll({ id })).toMatchObject({ state: 'open', number: 0, entryCount: 3 });
    await here.close(id);
    await here.join('Divya Rao');
    expect(await here.namesOf(id)).toEqual(['Asha Rao', 'Bina Rao', 'Chitra Rao']);
    const [first] = await here.entriesOf(id, { search: 'asha' });
    expect(first).toMatchObject({
      collegeCode: 'COL001',
      course: 'ECE',
      degree: 'ECE',
      position: 1,
      struckAt: null,
    });
    const { convocations: all } = await auditor.api.rolls.listRollConvocations();
    expect(all.find((one) => one.id === here.convocationId)).toMatchObject({
      rollCount: 1,
      hasOpenRoll: false,
    });
  });

  test('is ordered by college, course and merit', async () => {
    const here = await convene();
    const award = (changes: object) => changes;
    await here.join('Without figures');
    await here.join('Good percentage', award({ percentage: 80 }));
    await here.join('Best points', award({ cgpa: 9, cgpaScale: 10 }));
    await here.join('Tenth', award({ rank: 'Rank 10', cgpa: 9.9, cgpaScale: 10 }));
    await here.join('Second', award({ rank: 'Rank 2' }));
    await here.join('Other college', { collegeId: office.otherCollegeId, ...award({ rank: '1' }) });
    const id = await here.open();
    const inOrder = ['Second', 'Tenth', 'Best points', 'Good percentage', 'Without figures', 'Other college'];
    expect(await here.namesOf(id)).toEqual(inOrder);
    await here.close(id);
    expect(await here.namesOf(id)).toEqual(inOrder);
  });

  test('is one at a time, and supplements follow', async () => {
    const here = await convene('Asha Rao');
    const id = await here.open();
    await expectDomainError(here.open(), 'rolls.one_open');
    await here.close(id);
    const next = await here.open();
    expect(await admin.api.rolls.getRoll({ id: next })).toMatchObject({ number: 1, entryCount: 0 });
    await expectDomainError(here.close(next), 'rolls.empty');
    await expectDomainError(here.close(id), 'rolls.not_open');
    await expectDomainError(admin.api.rolls.openRoll({ convocationId: uuid() }), 'rolls.no_convocation');
  });

  test('is resolved by another person than who closed it, with a whole resolution', async () => {
    const here = await convene('Asha Rao');
    const id = await here.open();
    await expectDomainError(here.resolve(id), 'rolls.not_closed');
    await here.close(id);
    await expectDomainError(admin.api.rolls.resolveRoll({ id, version: 2, ...resolution }), 'rolls.own_roll');
    await expectDomainError(here.resolve(id, { resolutionDate: '2999-01-01' }), 'rolls.resolved_later');
    await expect(here.resolve(id, { resolutionNumber: ' ' })).rejects.toThrow();
    await expectDomainError(second.api.rolls.resolveRoll({ id, version: 1, ...resolution }), 'records.stale');
    await here.resolve(id);
    expect(await auditor.api.rolls.getRoll({ id })).toMatchObject({
      state: 'resolved',
      ...resolution,
      closedBy: admin.actor.name,
      resolvedBy: second.actor.name,
    });
    const found = await auditor.api.rolls.listRolls({ search: resolution.resolutionNumber.toLowerCase() });
    expect(found.rows.map((roll) => roll.id)).toContain(id);
    expect((await auditor.api.rolls.countRolls({ search: 'no such resolution' })).count).toBe(0);
    await expectDomainError(here.resolve(id), 'rolls.not_closed');
    const { rows } = await auditor.api.audit.listAuditEvents({ recordType: 'roll', recordId: id });
    expect(rows.map(({ event }) => event)).toEqual(['rolls.resolved', 'rolls.closed', 'rolls.opened']);
  });

  test('is of the whole university', async () => {
    const here = await convene('Asha Rao');
    const id = await here.open();
    const bounded = await portal.as('auditor', { collegeId: office.collegeId });
    for (const call of [
      () => bounded.api.rolls.listRolls({}),
      () => bounded.api.rolls.getRoll({ id }),
      () => bounded.api.rolls.listRollConvocations(),
      () => bounded.api.rolls.listRollEntries({ rollId: id }),
      () => bounded.api.rolls.listRegister({ convocationId: here.convocationId }),
      () => bounded.api.rolls.getRegisterTotals({ id: here.convocationId }),
    ])
      await expectDomainError(call(), 'rolls.university_only');
  });
});

describe('who leaves a closed roll', () => {
  test('stays on it, struck, and joins the next supplement once verified again', async () => {
    const here = await convene('Asha Rao', 'Bina Rao');
    const id = await here.open();
    await here.close(id);
    const { applicationId, certificateId } = here.members[0]!;
    await reopen(colleague, applicationId, { remark: 'The name lacks an h.' });
    const [struck] = await here.entriesOf(id, { show: 'struck' });
    expect(struck).toMatchObject({
      certificateId,
      candidateName: 'Asha Rao',
      struckReason: 'reopened',
      struckRemark: 'The name lacks an h.',
      struckBy: colleague.actor.name,
    });
    const next = await here.open();
    expect(await here.namesOf(next)).toEqual([]);
    await correct(room.receiver, applicationId, { candidateName: 'Ashaa Rao' });
    await verify(room.caseWorker, applicationId);
    expect(await here.namesOf(next)).toEqual(['Ashaa Rao']);
    await here.close(next);
    expect(await here.namesOf(id)).toEqual(['Asha Rao', 'Bina Rao']);
    expect(await admin.api.rolls.getRoll({ id })).toMatchObject({ entryCount: 2, struckCount: 1 });
  });

  test('is struck when a draft comes back, and when it is revoked', async () => {
    const here = await convene();
    const first = await here.join('Asha Rao');
    const paid = draftEntry();
    await here.join('Bina Rao', { drafts: [paid] });
    const third = await here.join('Chandra Rao');
    const id = await here.open();
    await here.close(id);
    await revoke(portal, first.certificateId, 'Obtained by fraud.');
    const [draft] = (await admin.api.demandDrafts.listDrafts({ search: paid.number })).rows;
    await admin.api.fees.returnDraft({ id: draft!.id, version: draft!.version, reason: 'signature' });
    await reopen(colleague, third.applicationId);
    const struck = await here.entriesOf(id);
    expect(struck).toMatchObject([
      { struckReason: 'revoked', struckRemark: 'Obtained by fraud.' },
      { struckReason: 'draft_returned', struckRemark: null, struckBy: admin.actor.name },
      { struckReason: 'reopened' },
    ]);
    const why = () => struck.map((entry) => rollEntriesLayout.columns.struckReason.value(entry));
    expect(why()).toEqual([
      'Revoked: Obtained by fraud.',
      `Draft returned by the bank: Draft ${paid.number} of State Bank of India, Mysuru Main was returned by the bank: Signature missing or different.`,
      'Application reopened: Wrong name',
    ]);
    for (const words of inLanguage('kn', why).slice(1)) expect(words).not.toMatch(/[a-z]+ed\b|name/);
    const next = await here.open();
    expect(await here.namesOf(next)).toEqual([]);
  });
});

describe('the database', () => {
  const faultOf = (statement: ReturnType<typeof sql>) =>
    execute(statement).then(
      () => null,
      (error: { constraint?: string; code: string }) => error.constraint ?? error.code,
    );

  test('holds entries as they were approved', async () => {
    const here = await convene('Asha Rao');
    const id = await here.open();
    await here.close(id);
    // 42501: the portal’s own role may not write there.
    expect(await faultOf(sql`update roll_entries set struck_at = null where roll_id = ${id}`)).toBe('42501');
    expect(await faultOf(sql`delete from roll_entries where roll_id = ${id}`)).toBe('42501');
    expect(
      await faultOf(
        sql`insert into roll_entries select roll_id, 99, certificate_id, facts from roll_entries where roll_id = ${id}`,
      ),
    ).toBe('42501');
  });

  test('holds rolls to their lifecycle', async () => {
    const here = await convene('Asha Rao');
    const id = await here.open();
    const by = admin.actor.id;
    const other = second.actor.id;
    expect(await faultOf(sql`update rolls set state = 'closed' where id = ${id}`)).toBe(
      'rolls__closed_is_signed',
    );
    expect(
      await faultOf(
        sql`insert into rolls (id, convocation_id, number, opened_by, opened_at) values (${uuid()}, ${here.convocationId}, 1, ${by}, now())`,
      ),
    ).toBe('rolls__one_open');
    expect(
      await faultOf(
        sql`insert into rolls (id, convocation_id, number, opened_by, opened_at) values (${uuid()}, ${here.convocationId}, 5, ${by}, now())`,
      ),
    ).toBe('rolls__in_order');
    await here.close(id);
    const resolve = (person: string, number: string | null) =>
      sql`update rolls set state = 'resolved', resolution_body = 'Syndicate', resolution_number = ${number}, resolution_date = current_date,
                 resolved_by = ${person}, resolved_at = now() where id = ${id}`;
    expect(await faultOf(resolve(by, '18'))).toBe('rolls__resolved_by_another');
    expect(await faultOf(resolve(other, null))).toBe('rolls__resolution_whole');
    expect(
      await faultOf(
        sql`update rolls set state = 'open', closed_by = null, closed_at = null where id = ${id}`,
      ),
    ).toBe('rolls__stay');
    await here.resolve(id);
    expect(await faultOf(sql`update rolls set resolution_number = '19' where id = ${id}`)).toBe(
      'rolls__stay',
    );
    expect(await faultOf(sql`delete from rolls where id = ${id}`)).toBe('42501');
  });
});
