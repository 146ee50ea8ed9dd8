import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { expectDomainError } from '#dev/testing/expect-domain-error.ts';
import { uploadFile } from '#dev/testing/factories.ts';
import { fileOffice } from '#dev/testing/office.ts';
import { fileClient, newestMail } from '#dev/testing/portal.ts';
import { addDays, dayInIndia } from '#shared/format.ts';

const { portal, office } = await fileOffice();
const [admin, auditor] = await portal.asEach('admin', 'auditor');
const here = await portal.as('auditor', { collegeId: office.collegeId });
const there = await portal.as('auditor', { collegeId: office.otherCollegeId });
const owner = await fileClient(portal.ownerUrl);
const app = portal.services.db;
const today = dayInIndia(new Date());
const year = Number(today.slice(0, 4));

const entry = {
  title: 'Drafts kept for weeks',
  text: 'Three drafts lay here.\nThe rule says days.',
  part: 'A',
} as const;
const raise = (changes: object = {}, by = auditor) => by.api.findings.raiseFinding({ ...entry, ...changes });
const read = (id: string) => auditor.api.findings.getFinding({ id });
const at = async (id: string) => ({ id, version: (await read(id)).version });
const reply = async (id: string, changes: object = {}) =>
  admin.api.findings.replyToFinding({
    ...(await at(id)),
    kind: 'final',
    text: 'They are deposited.',
    ...changes,
  });

describe('a finding', () => {
  test('goes from observation by replies and remarks to its end, with the day of each reply', async () => {
    const { id: fileId } = (await (await uploadFile(auditor, 'evidence')).json()) as { id: string };
    const { id, number } = await raise({
      fileId,
      records: [{ recordType: 'staff', recordId: admin.actor.id }],
    });
    expect(await newestMail(portal.services, admin.email)).toMatchObject({
      subject: expect.stringContaining(number),
    });
    expect(await admin.fetch(`/api/files/${fileId}`)).toMatchObject({ status: 200 });
    expect(await read(id)).toMatchObject({
      state: 'open',
      dueOn: addDays(today, 28),
      isOverdue: false,
      items: [{ recordType: 'staff', recordId: admin.actor.id, hitId: null }],
    });
    await expectDomainError(
      auditor.api.findings.remarkOnFinding({ ...(await at(id)), text: 'And?' }),
      'findings.not_replied',
    );
    for (const finalOn of [undefined, addDays(today, -1), addDays(today, 400)])
      await expect(reply(id, { kind: 'interim', finalOn })).rejects.toThrow();
    await reply(id, { kind: 'interim', finalOn: addDays(today, 60) });
    expect(await read(id)).toMatchObject({ state: 'open', dueOn: addDays(today, 60) });
    await reply(id);
    expect(await read(id)).toMatchObject({ state: 'replied', dueOn: null });
    expect(await newestMail(portal.services, auditor.email)).toMatchObject({
      subject: expect.stringContaining(number),
    });
    await expectDomainError(reply(id), 'findings.reply_given');
    await auditor.api.findings.remarkOnFinding({ ...(await at(id)), text: 'Since when?' });
    expect(await read(id)).toMatchObject({ state: 'open', dueOn: addDays(today, 28) });
    await auditor.api.findings.settleFinding({ ...(await at(id)), text: 'Seen in the bank book.' });
    const { state, entries } = await read(id);
    expect([state, ...entries.map(({ kind }) => kind)]).toEqual([
      ...['settled', 'observation', 'interim_reply', 'reply', 'remark', 'settled'],
    ]);
    await expectDomainError(reply(id), 'findings.over');
  });

  test('is numbered without gaps, also when many are raised at once', async () => {
    await Promise.all([1, 2, 3, 4, 5].map(() => raise()));
    const { rows } = await owner.query('select number from findings where year = $1 order by number', [year]);
    expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => index + 1));
  });

  test('of a college is seen there and not elsewhere', async () => {
    const { id } = await raise({ title: 'Of one college' }, here);
    expect(await here.api.findings.getFinding({ id })).toMatchObject({ title: 'Of one college' });
    await expectDomainError(there.api.findings.getFinding({ id }), 'findings.not_found');
    expect((await there.api.findings.listFindings({ limit: 100 })).rows).toEqual([]);
    await expectDomainError(raise({ collegeId: office.otherCollegeId }, here), 'findings.other_college');
    const records = [{ recordType: 'staff', recordId: admin.actor.id }];
    await expectDomainError(raise({ records }, here), 'findings.record_unknown');
    await expectDomainError(here.api.findings.listInspectionReports({}), 'findings.university_only');
  });

  test('can be marked as overdue, and is then listed as due', async () => {
    const { id } = await raise({ title: 'Long ago' });
    await owner.query("set session_replication_role = 'replica'");
    await owner.query('update findings set due_on = $2 where id = $1', [id, addDays(today, -1)]);
    await owner.query("set session_replication_role = 'origin'");
    const { rows } = await admin.api.findings.listFindings({ state: 'due', limit: 100 });
    expect(rows).toMatchObject([{ id, isOverdue: true }]);
  });
});

test('what is open at closing keeps its para in later reports, which stay the same bytes', async () => {
  const [{ id: serious }, { id: other }] = [await raise(), await raise({ part: 'B', title: 'ಕನ್ನಡ ಶೀರ್ಷಿಕೆ' })];
  const close = () => auditor.api.findings.closeInspection({ from: `${year}-01-01`, to: today });
  const pdfOf = async (id: string) =>
    Buffer.from(await (await admin.fetch(`/api/inspection-reports/${id}/pdf`)).arrayBuffer());
  const first = await close();
  const pdf = await pdfOf(first.id);
  expect(pdf.toString('latin1')).toContain('<pdfaid:part>2</pdfaid:part>');
  const { para } = await read(serious);
  expect(para).toMatch(new RegExp(`^${year}/1 II-A \\d+$`));
  expect(await read(other)).toMatchObject({ para: `${year}/1 II-B 1` });
  await auditor.api.findings.dropFinding({ ...(await at(other)), text: 'A mistake.' });
  const { id: later } = await raise({ part: 'B' });
  const second = await close();
  const { rows } = await owner.query('select finding_id, para from report_paras where report_id = $1', [
    second.id,
  ]);
  const paras = new Map(rows.map((row) => [row.finding_id, row.para]));
  expect([serious, other, later].map((id) => paras.get(id))).toEqual([para, undefined, `${year}/2 II-B 1`]);
  expect((await pdfOf(first.id)).equals(pdf)).toBe(true);
  const { reports } = await auditor.api.findings.listInspectionReports({});
  expect(reports.map(({ number }) => number)).toEqual([`${year}/2`, `${year}/1`]);
  await expect(
    auditor.api.findings.closeInspection({ from: today, to: addDays(today, 1) }),
  ).rejects.toThrow();
});

test('the database refuses what the application does not write', async () => {
  const { id } = await raise();
  const write = (kind: string, by: string, dueOn: string | null = null) =>
    sql`insert into finding_entries (id, finding_id, kind, text, due_on, written_by, written_at)
        values (gen_random_uuid(), ${id}, ${kind}, 'x', ${dueOn}, ${by}, now())`.execute(app);
  for (const kind of ['observation', 'remark', 'settled', 'dropped'])
    await expect(write(kind, admin.actor.id)).rejects.toThrow(/finding_entries__(by_auditor|due_day)/);
  await expect(write('reply', auditor.actor.id)).rejects.toThrow('finding_entries__reply_by_admin');
  await expect(write('reply', admin.actor.id)).rejects.toThrow('findings__state_of_newest_entry');
  await expect(write('observation', auditor.actor.id, addDays(today, 28))).rejects.toThrow(
    'finding_entries__in_order',
  );
  for (const table of [
    'findings',
    'finding_entries',
    'finding_items',
    'inspection_reports',
    'report_paras',
  ]) {
    await expect(owner.query(`truncate ${table} cascade`)).rejects.toThrow(/__stay/);
    await expect(sql`delete from ${sql.table(table)}`.execute(app)).rejects.toThrow('permission denied');
  }
  for (const statement of [
    "update finding_entries set text = 'y'",
    'delete from finding_entries',
    'delete from findings',
    "update findings set title = 'y'",
  ])
    await expect(owner.query(statement)).rejects.toThrow(/__stay/);
  await expect(owner.query("update findings set state = 'settled', due_on = null")).rejects.toThrow(
    'state_of_newest_entry',
  );
});
