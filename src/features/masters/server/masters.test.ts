import { beforeAll, describe, expect, test } from 'vitest';
import { exampleEntry, makeRoom } from '#dev/testing/example-entry.ts';
import { expectDomainError, issuesOf } from '#dev/testing/expect-domain-error.ts';
import { receiveApplication } from '#dev/testing/factories.ts';
import { fileOffice } from '#dev/testing/office.ts';
import { typeOf } from '#dev/testing/series.ts';
import { csvOf, importIn, uploadSpreadsheet } from '#dev/testing/uploads.ts';
import { masters } from '../declared/masters.ts';
import { masterNames, recordTypeOf } from '../declared/named-masters.ts';

const { portal, office } = await fileOffice();
const admin = await portal.as('admin', { name: 'Anita' });

describe.each(masterNames)('the %s, as every master', (name) => {
  const { fields, key, layout, fourEyes } = masters[name];
  const alone = fourEyes ? { setUpAlone: true } : {};
  const example = exampleEntry(name);
  const [named] = key;
  const label = String(example[named]);
  const field = fields[named]!;
  const other =
    field.kind === 'choice' ? Object.keys(field.options).find((one) => one !== label)! : `${label}A`;
  const api = () => admin.api[name];
  beforeAll(() => makeRoom(admin, name));

  async function eventsOf(id: string) {
    const { rows } = await admin.api.audit.listAuditEvents({ recordType: recordTypeOf(name), recordId: id });
    return rows.map(({ event, before, after }) => ({ event, before, after }));
  }

  test('are added, found in any letters, changed and deleted, and the audit log has all of it', async () => {
    const { id } = await api().addEntry(example);
    const row = { ...example, id, version: 1, isUsed: false };
    expect(await api().getEntry({ id })).toEqual(row);
    for (const search of [label.toLowerCase(), label.toUpperCase()]) {
      expect((await api().listEntries({ search })).rows).toContainEqual(row);
      expect((await api().countEntries({ search })).count).toBeGreaterThan(0);
    }
    expect((await api().listEntries({ search: '%_' })).rows).toEqual([]);

    const entry = { ...example, [named]: other };
    expect(await api().editEntry({ id, version: 1, entry })).toEqual({ version: 2, proposalId: null });
    await expectDomainError(api().editEntry({ id, version: 1, entry: example }), 'records.stale');
    await expectDomainError(api().deleteEntry({ id, version: 1 }), 'records.stale');
    await api().deleteEntry({ id, version: 2 });
    await expectDomainError(api().getEntry({ id }), 'masters.not_found');
    expect(await eventsOf(id)).toEqual([
      { event: `${name}.deleted`, before: entry, after: fourEyes ? alone : null },
      { event: `${name}.edited`, before: { [named]: label }, after: { [named]: other, ...alone } },
      { event: `${name}.added`, before: null, after: { ...example, ...alone } },
    ]);
    const auditor = await portal.as('auditor');
    const { events } = await auditor.api[name].getHistory({ id });
    expect(events.map(({ event, actorName }) => [event, actorName])).toEqual(
      ['deleted', 'edited', 'added'].map((done) => [`${name}.${done}`, 'Anita']),
    );
    expect(events[1]).toMatchObject({ before: { [named]: label }, after: { [named]: other } });
  });

  test('have no two entries of one name, in any letters, whoever is quicker', async () => {
    const attempts = await Promise.allSettled([api().addEntry(example), api().addEntry(example)]);
    const [added] = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []));
    const [refused] = attempts.flatMap((attempt) => (attempt.status === 'rejected' ? [attempt.reason] : []));
    expect(key).toContain(issuesOf(refused)[0]!.path);
    await api().deleteEntry({ id: added!.id, version: 1 });
  });

  test('say at each field what is missing', async () => {
    const blank = Object.fromEntries(Object.keys(fields).map((field) => [field, '']));
    const refusal = await expectDomainError(api().addEntry(blank), 'request.invalid');
    expect(issuesOf(refusal).map(({ path }) => path)).toContain(named);
  });

  test('are uploaded: first added, then as they are; and saved as a file under the same headings', async () => {
    const headers = Object.values(fields).map((field) => field.label);
    const cells = Object.values(fields).map((field) => `"${field.example}"`);
    const sheet = csvOf(headers.join(), cells.join());
    const upload = async (state: 'checked' | 'committed') =>
      importIn(admin, await uploadSpreadsheet(admin, name, sheet), state);
    const first = await upload('checked');
    expect(first).toMatchObject({ newCount: 1, changedCount: 0, faultyCount: 0 });
    await admin.api.imports.commitImport({ id: first.id });
    await importIn(admin, first.id, 'committed');
    expect(await upload('checked')).toMatchObject({ newCount: 0, changedCount: 0, unchangedCount: 1 });

    const file = await admin.fetch(`/api/exports/${layout.name}?format=csv`);
    const lines = (await file.text()).replace('\uFEFF', '').split('\r\n');
    expect(lines[0]).toBe(headers.map((header) => (/[,"]/.test(header) ? `"${header}"` : header)).join());
    const { rows } = await api().listEntries({ search: label });
    const { id, version } = rows.find((row) => key.every((part) => row[part] === example[part]))!;
    expect(rows).toContainEqual({ ...example, id, version, isUsed: false });
    expect(await eventsOf(id)).toMatchObject([{ event: `${name}.added`, after: example }]);
    await api().deleteEntry({ id, version });
  });
});

describe('the university', () => {
  const example = exampleEntry('university');

  test('is one: a second is refused, also in an upload', async () => {
    await admin.api.university.addEntry(example);
    await expectDomainError(
      admin.api.university.addEntry({ ...example, name: 'Another university' }),
      'request.invalid',
    );
    const sheet = csvOf('Name in English,Place', 'Another university,Pune');
    const report = await importIn(admin, await uploadSpreadsheet(admin, 'university', sheet), 'checked');
    expect(report).toMatchObject({ newCount: 0, faultyCount: 1 });
  });

  test('is named anew, but not deleted once an application is received, nor by SQL', async () => {
    await receiveApplication(await portal.as('receiver'), office);
    const [row] = (await admin.api.university.listEntries({})).rows;
    const { id, version } = row!;
    expect(row!.isUsed).toBe(true);
    await expectDomainError(admin.api.university.deleteEntry({ id, version }), 'masters.in_use');
    await expect(portal.services.db.deleteFrom('university').execute()).rejects.toMatchObject({
      constraint: 'university__stays',
    });
    const entry = { ...example, name: 'Renamed University' };
    const { proposalId } = await admin.api.university.editEntry({ id, version, entry });
    const second = await portal.as('admin');
    await second.api.proposals.confirmProposal({ id: proposalId!, version: 1 });
    expect(await admin.api.university.getEntry({ id })).toMatchObject({ name: 'Renamed University' });
  });
});

test('a course and a certificate type that applications are received for keep their names and stay', async () => {
  await receiveApplication(await portal.as('receiver'), office);
  const course = await admin.api.courses.getEntry({ id: office.courseId });
  expect(course).toMatchObject({ name: 'ECE', isUsed: true });
  const { id, version } = course;
  await expectDomainError(admin.api.courses.deleteEntry({ id, version }), 'masters.in_use');
  await expectDomainError(
    admin.api.courses.editEntry({ id, version, entry: { ...exampleEntry('courses'), name: 'EEE' } }),
    'masters.key_in_use',
  );
  // Of which nothing was proven, so that the application alone uses it.
  const certificateType = await typeOf(portal, 'Certificates');
  await receiveApplication(await portal.as('receiver'), office, { certificateType });
  const [type] = (await admin.api.certificate_types.listEntries({ search: certificateType })).rows;
  expect(type!.isUsed).toBe(true);
  await expectDomainError(
    admin.api.certificate_types.deleteEntry({ id: type!.id, version: type!.version }),
    'masters.in_use',
  );
});

test('an upload knows a course in any letters, and takes none from two rows', async () => {
  const lines = [
    'Course / Degree,Level,Guide',
    ...['ece', 'MBA', 'mba'].map((name) => `${name},UNDERGRADUATE,no`),
  ];
  const report = await importIn(admin, await uploadSpreadsheet(admin, 'courses', csvOf(...lines)), 'checked');
  expect(report).toMatchObject({ newCount: 0, changedCount: 0, unchangedCount: 1, faultyCount: 2 });
});
