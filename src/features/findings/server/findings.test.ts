import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { expectDomainError } from '#dev/testing/expect-domain-error.ts';
import { uploadFile } from '#dev/testing/factories.ts';
import { fileOffice } from '#dev/testing/office.ts';
import { fileClient, newestMail, type StaffCaller } from '#dev/testing/portal.ts';
import { addDays, dayInIndia } from '#shared/format.ts';

const { portal, office } = await fileOffice();
const [admin, registrar, auditor, colleague] = await portal.asEach('admin', 'admin', 'auditor', 'auditor');
const owner = await fileClient(portal.ownerUrl);
await owner.query('set session_replication_role = replica');
const today = dayInIndia(new Date());
const year = today.slice(0, 4);
const text = 'Nine drafts lay in the office for more than a month.';

const raise = (overrides: object = {}, who = auditor) =>
  who.api.findings.raiseFinding({ title: 'Drafts deposited late', text, part: 'B', ...overrides });
const read = (id: string, who = auditor) => who.api.findings.getFinding({ id });
async function versionOf(id: string) {
  return { id, version: (await read(id)).version };
}
const answer = async (id: string, kind: 'interim' | 'final', overrides: object = {}, who = admin) =>
  who.api.findings.replyToFinding({ ...(await versionOf(id)), kind, text: 'Noted.', ...overrides });
const remark = async (id: string, who = auditor) =>
  who.api.findings.remarkOnFinding({ ...(await versionOf(id)), text: 'Show the slips.' });
const settle = async (id: string, who = auditor) =>
  who.api.findings.settleFinding({ ...(await versionOf(id)), text: 'The slips were seen.' });
const drop = async (id: string, who = auditor) =>
  who.api.findings.dropFinding({ ...(await versionOf(id)), text: 'Raised in error.' });
/** The finding and its due day were so many days ago. */
const daysAgo = (id: string, days: number) =>
  owner.query(
    'update findings set due_on = due_on - $2::int, raised_at = raised_at - make_interval(days => $2) where id = $1',
    [id, days],
  );
const numberOf = (number: string) => Number(number.split('/')[1]);

describe('the number of a finding', () => {
  test('has no gap within its year, also when two auditors raise at once and one is refused', async () => {
    const people: StaffCaller[] = Array.from({ length: 8 }, (_, place) => (place % 2 ? auditor : colleague));
    const titles = ['Stock', 'Slips', 'Fees', '', 'Keys', 'Counts', 'Refunds', 'Rolls'];
    const raised = await Promise.allSettled(people.map((who, place) => raise({ title: titles[place] }, who)));
    const numbers = raised.flatMap((one) => (one.status === 'fulfilled' ? [one.value.number] : []));
    for (const number of numbers) expect(number).toMatch(new RegExp(`^${year}/\\d+$`));
    const { rows } = await owner.query('select year::int, number::int from findings order by number');
    expect(rows).toEqual(rows.map((_, place) => ({ year: Number(year), number: place + 1 })));
    expect(numbers.map(numberOf).toSorted((one, other) => one - other)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });
});

describe('a finding', () => {
  test('is due in four weeks, after an interim reply on the day that it names, and after a remark in four weeks anew', async () => {
    const { id, number } = await raise();
    expect(await read(id)).toMatchObject({ number, state: 'open', dueOn: addDays(today, 28) });
    await daysAgo(id, 29);
    expect(await read(id)).toMatchObject({ dueOn: addDays(today, -1), isOverdue: true });
    const { rows } = await admin.api.findings.listFindings({ state: 'due' });
    expect(rows.map((row) => row.id)).toContain(id);

    await expect(answer(id, 'interim'), 'without a day').rejects.toThrow();
    await expect(answer(id, 'interim', { finalOn: addDays(today, -1) })).rejects.toThrow();
    const finalOn = addDays(today, 10);
    await answer(id, 'interim', { finalOn });
    expect(await read(id)).toMatchObject({ state: 'open', dueOn: finalOn, isOverdue: false });
    await answer(id, 'final');
    expect(await read(id)).toMatchObject({ state: 'replied', isOverdue: false });
    await remark(id);
    expect(await read(id)).toMatchObject({ state: 'open', dueOn: addDays(today, 28) });
    await answer(id, 'final', {}, registrar);
    await settle(id);
    const { state, entries } = await read(id);
    expect(state).toBe('settled');
    const kinds = ['observation', 'interim_reply', 'reply', 'remark', 'reply', 'settled'];
    expect(entries.map(({ kind }) => kind)).toEqual(kinds);
    const writers = [auditor, admin, admin, auditor, registrar, auditor];
    expect(entries.map(({ writtenBy }) => writtenBy)).toEqual(writers.map(({ actor }) => actor.name));
    const { rows: events } = await owner.query(
      `select event from audit_events where record_type = 'finding' and record_id = $1 order by sequence`,
      [id],
    );
    const acts = ['raised', 'interim_replied', 'replied', 'remarked', 'replied', 'settled'];
    expect(events.map(({ event }) => event)).toEqual(acts.map((act) => `findings.${act}`));
  });

  test('is replied to by admins alone, and remarked on, settled and dropped by auditors alone', async () => {
    const { id } = await raise();
    await expectDomainError(answer(id, 'final', {}, auditor), 'auth.not_permitted');
    await expectDomainError(raise({}, admin), 'auth.not_permitted');
    await expectDomainError(remark(id, admin), 'auth.not_permitted');
    await expectDomainError(settle(id, admin), 'auth.not_permitted');
    await expectDomainError(drop(id, registrar), 'auth.not_permitted');
    const receiver = await portal.as('receiver');
    await expectDomainError(receiver.api.findings.getFinding({ id }), 'auth.not_permitted');
    expect(await read(id)).toMatchObject({ state: 'open', version: 1 });
  });

  test('takes nothing more after it was settled or dropped, and nothing over a version that was not seen', async () => {
    for (const close of [settle, drop]) {
      const { id } = await raise();
      await answer(id, 'final');
      const stale = { id, version: 1, text: 'From an old screen.' };
      await expectDomainError(auditor.api.findings.remarkOnFinding(stale), 'records.stale');
      await close(id);
      for (const act of [() => answer(id, 'final'), () => remark(id), () => settle(id), () => drop(id)])
        await expect(act()).rejects.toThrow();
      expect((await read(id)).entries).toHaveLength(3);
    }
  });

  test('refuses a reply or remark out of turn, and a final day more than a year ahead', async () => {
    const { id } = await raise();
    await expectDomainError(remark(id), 'findings.not_replied');
    await expect(answer(id, 'interim', { finalOn: addDays(today, 400) })).rejects.toThrow();
    await answer(id, 'final');
    await expectDomainError(answer(id, 'final'), 'findings.reply_given');
    await drop(id);
    await expectDomainError(answer(id, 'final'), 'findings.over');
  });

  test('shows its evidence to the admins, and only the writer’s own upload is taken', async () => {
    const { id: fileId } = (await (await uploadFile(auditor, 'evidence')).json()) as { id: string };
    await expectDomainError(raise({ fileId }, colleague), 'files.not_usable');
    const { id } = await raise({ fileId });
    expect((await read(id, admin)).entries).toMatchObject([{ fileId }]);
    expect(await admin.fetch(`/api/files/${fileId}`)).toMatchObject({ status: 200 });
  });

  test('is mailed to the addressed when it is raised and remarked on, and to the auditor when it is replied to', async () => {
    const { id, number } = await raise();
    const about = async (who: StaffCaller) => {
      const { subject, body } = await newestMail(portal.services, who.email);
      return `${subject}\n${body}`;
    };
    for (const who of [admin, registrar]) expect(await about(who)).toContain(number);
    const next = await raise();
    await answer(id, 'final');
    expect(await about(auditor)).toContain(number);
    await remark(id);
    for (const who of [admin, registrar]) {
      expect(await about(who)).toContain(number);
      expect(await about(who)).not.toContain(next.number);
    }
  });
});

describe('an inspection report', () => {
  const close = (who = auditor) => who.api.findings.closeInspection({ from: addDays(today, -40), to: today });
  const pdfOf = async (id: string, who = auditor) => {
    const response = await who.fetch(`/api/inspection-reports/${id}/pdf`);
    expect(response.status).toBe(200);
    return Buffer.from(await response.arrayBuffer());
  };
  const parasOf = async (report: string) => {
    const { rows } = await owner.query(
      'select finding_id, part, para::text from report_paras where report_id = $1',
      [report],
    );
    return new Map(rows.map(({ finding_id, part, para }) => [finding_id as string, `${part} ${para}`]));
  };

  test('has what is open as its paras, which carry over into the next year’s until they are settled', async () => {
    const [serious, lasting, over] = [
      await raise({ part: 'A', title: 'Sheets are missing' }),
      await raise({ title: 'No count for a year' }),
      await raise({ title: 'Settled in time' }),
    ];
    await answer(over.id, 'final');
    await settle(over.id);
    const first = await close();
    const paras = await parasOf(first.id);
    expect(paras.has(over.id)).toBe(false);
    expect(paras.get(serious.id)).toMatch(/^A /);
    expect(paras.get(lasting.id)).toMatch(/^B /);
    const { rows: open } = await owner.query(`select id from findings where state in ('open', 'replied')`);
    expect([...paras.keys()].toSorted()).toEqual(open.map((row) => row.id as string).toSorted());
    expect(new Set(paras.values()).size, 'each para is one finding').toBe(paras.size);

    // A year goes by.
    await owner.query(`
      update findings set year = year - 1, raised_at = raised_at - interval '1 year', due_on = due_on - 365;
      update inspection_reports set year = year - 1, from_day = from_day - 365, to_day = to_day - 365, closed_at = closed_at - interval '1 year'`);
    await answer(serious.id, 'final');
    await settle(serious.id);
    const added = await raise({ title: 'Of this year' });
    expect(numberOf(added.number), 'a year begins with 1').toBe(1);
    const second = await close();
    const later = await parasOf(second.id);
    expect(later.get(lasting.id)).toBe(paras.get(lasting.id));
    expect(later.has(serious.id)).toBe(false);
    expect(later.get(added.id)).toMatch(/^B /);
    const para = (await read(lasting.id)).para;
    expect(paras.get(lasting.id)).toContain(String(para));
  });

  test('is of days that are over, and of the whole university', async () => {
    const days = { from: today, to: addDays(today, 1) };
    await expect(auditor.api.findings.closeInspection(days)).rejects.toThrow();
    const { findings } = (await portal.as('auditor', { collegeId: office.collegeId })).api;
    await expectDomainError(findings.listInspectionReports({}), 'audit.university_only');
  });

  test('is PDF/A and the same bytes whenever and by whomever it is opened, whatever was done since', async () => {
    const { id: finding } = await raise();
    const { id } = await close();
    const before = await pdfOf(id);
    const source = before.toString('latin1');
    expect(source.slice(0, 5)).toBe('%PDF-');
    expect(source).toMatch(/<pdfaid:part>2<\/pdfaid:part>/);
    await answer(finding, 'final');
    await settle(finding);
    await raise({ title: 'After the report' });
    for (const who of [auditor, colleague, admin]) expect((await pdfOf(id, who)).equals(before)).toBe(true);
    expect(JSON.stringify(await auditor.api.findings.listInspectionReports({}))).toContain(id);
    await expectDomainError(close(admin), 'auth.not_permitted');
  });
});

test('the database refuses what the application does not write', async () => {
  const app = portal.services.db;
  await owner.query('set session_replication_role = origin');
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
  const { id: report } = await auditor.api.findings.closeInspection({ from: today, to: today });
  const { id: later } = await raise();
  const addItem = sql`insert into finding_items (finding_id, record_type, record_id, label, hit_id)
    values (${id}, 'application', 'x', 'x', gen_random_uuid())`;
  const addPara = sql`insert into report_paras (report_id, finding_id, part, para) values (${report}, ${later}, 'B', 9999)`;
  await expect(addItem.execute(app)).rejects.toThrow('finding_items__added_at_raising');
  await expect(addPara.execute(app)).rejects.toThrow('report_paras__added_at_closing');
  const tables = ['findings', 'finding_entries', 'finding_items', 'inspection_reports', 'report_paras'];
  for (const table of tables) {
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
