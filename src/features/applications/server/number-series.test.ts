import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { changeWithFourEyes } from '#dev/testing/change-master.ts';
import { expectDomainError, issuesOf } from '#dev/testing/expect-domain-error.ts';
import { receiveApplication, verifiedCertificate } from '#dev/testing/factories.ts';
import { fileOffice } from '#dev/testing/office.ts';
import { codeOf, printOne, waitingCertificate } from '#dev/testing/reprinting.ts';
import { editSeries, type Series, seriesNamed, seriesOf, typeOf } from '#dev/testing/series.ts';
import { unique } from '#dev/testing/unique.ts';
import { csvOf, importIn, uploadSpreadsheet } from '#dev/testing/uploads.ts';
import { numberKey } from '#shared/number-pattern.ts';

const withoutSeries = 'Without series';

const { portal, office } = await fileOffice();
// As one that was there before there were series.
await portal.services.db.insertInto('certificate_types').values({ name: withoutSeries }).execute();
const admin = await portal.as('admin');
const people = {
  receiver: await portal.as('receiver'),
  caseWorker: await portal.as('case_worker'),
  printer: await portal.as('printer'),
};

const makeSeries = (given: Partial<Series> = {}, letters = '') => seriesOf(portal, given, letters);
const makeType = (name: string, letters = '') => typeOf(portal, name, letters);
const edit = (id: string, changes: Partial<Series>) => editSeries(portal, id, changes);

function countBy(certificateType: string, numberSeries: string): Promise<void> {
  return changeWithFourEyes(portal, 'certificate_types', {
    named: certificateType,
    changes: { numberSeries },
  });
}

async function giveNumber(certificateType: string, academicYear = '2024-25'): Promise<string> {
  const { convocationNumber } = await verifiedCertificate(people, office, { certificateType, academicYear });
  return convocationNumber;
}

describe('a series', () => {
  test('counts each year by itself, from its next number on, and says which is next', async () => {
    const { certificateType, prefix, id } = await makeSeries({ nextNumber: 7 });
    expect(await giveNumber(certificateType)).toBe(`${prefix}/2025/0007`);
    expect(await giveNumber(certificateType)).toBe(`${prefix}/2025/0008`);
    expect(await giveNumber(certificateType, '2022-23')).toBe(`${prefix}/2023/0007`);
    expect(await giveNumber(certificateType)).toBe(`${prefix}/2025/0009`);
    expect(await admin.api.number_series.getEntry({ id })).toMatchObject({ nextNumber: 10, isUsed: true });
  });

  test('counts each certificate type by itself where it says so, or counts on for good', async () => {
    const prefix = `T${unique()}`;
    const name = `Types ${prefix}`;
    const pattern = `${prefix}.{type}.{yy1}{yy2}.{n}`;
    const { certificateType } = await makeSeries({ name, pattern, scope: ['year', 'type'] }, 'DEG');
    const other = await makeType(name, 'RANK');
    expect(await giveNumber(certificateType)).toBe(`${prefix}.DEG.2425.1`);
    expect(await giveNumber(other)).toBe(`${prefix}.RANK.2425.1`);
    expect(await giveNumber(certificateType)).toBe(`${prefix}.DEG.2425.2`);
    await expectDomainError(makeType(name), 'request.invalid');

    const forGood = await makeSeries({ scope: [] });
    const numbers = [
      await giveNumber(forGood.certificateType),
      await giveNumber(forGood.certificateType, '2023-24'),
    ];
    expect(numbers).toEqual([`${forGood.prefix}/2025/0001`, `${forGood.prefix}/2024/0002`]);
  });

  test('of another pattern is a new one, which takes name and types; the old one stays beside it', async () => {
    const { certificateType, prefix, id, name, pattern } = await makeSeries();
    const next = `${prefix}N-{year}-{n:3}`;
    await edit(id, { nextNumber: 40 });
    expect(await giveNumber(certificateType)).toBe(`${prefix}/2025/0040`);
    await expectDomainError(edit(id, { nextNumber: 1 }), 'request.invalid');
    await expectDomainError(edit(id, { scope: [] }), 'request.invalid');
    await edit(id, { pattern: next });
    expect(await giveNumber(certificateType)).toBe(`${prefix}N-2025-001`);
    expect(await admin.api.number_series.getEntry({ id })).toMatchObject({
      name: `${name} (${pattern})`,
      pattern,
      nextNumber: 41,
    });
    const begun = await seriesNamed(admin, name);
    expect(begun).toMatchObject({ pattern: next, nextNumber: 2 });
    await edit(begun.id, { pattern: `${prefix}M-{year}-{n:3}`, nextNumber: 500 });
    expect(await giveNumber(certificateType)).toBe(`${prefix}M-2025-500`);
    const { rows } = await admin.api.audit.listAuditEvents({ recordType: 'number_series', recordId: id });
    expect(rows[0]).toMatchObject({ event: 'number_series.edited', before: { name } });
    await expectDomainError(admin.api.number_series.deleteEntry({ id, version: 1 }), 'masters.in_use');
  });

  test.each([
    ['without a counter', { pattern: 'NC/{year}' }, 'pattern', '{n'],
    ['without the year by which it counts', { pattern: 'NY/{n:5}' }, 'pattern', '{year}'],
    ['with an unknown part', { pattern: 'UP/{year}/{month}/{n}' }, 'pattern', '{month}'],
    ['without a next number', { nextNumber: 0 }, 'nextNumber', '1'],
    ['whose numbers another one gives', { pattern: '{year}-{n:5}' }, 'pattern', 'same number'],
  ])('%s is refused at its field', async (_what, given, path, words) => {
    const refusal = await expectDomainError(makeSeries(given), 'request.invalid');
    expect(issuesOf(refusal)).toContainEqual({ path, message: expect.stringContaining(words) });
  });

  test('is uploaded, but no row changes one that gave numbers or repeats its numbers', async () => {
    const used = await makeSeries();
    await giveNumber(used.certificateType);
    const prefix = `U${unique()}Y`;
    const lines = [
      'Number series,Pattern,Counts by,Next number',
      `${used.name},${used.prefix}Z/{year}/{n},Academic year,1`,
      `Same numbers ${prefix},${used.prefix}-{year}-{n:5},Academic year,1`,
      `New ${prefix},${prefix}-{year}-{n:5},Academic year,12`,
      `Twice ${prefix},${prefix}{year}{n:5},Academic year,1`,
      `No year ${prefix},${prefix}N{n:5},Academic year,1`,
    ];
    const report = await importIn(
      admin,
      await uploadSpreadsheet(admin, 'number_series', csvOf(...lines)),
      'checked',
    );
    expect(report).toMatchObject({ newCount: 1, faultyCount: 4 });
    const { rows } = await admin.api.imports.listImportFaults({ id: report.id });
    expect(rows.map(({ rowNumber, field }) => [rowNumber, field])).toEqual(
      [2, 3, 5, 6].map((row) => [row, 'pattern']),
    );
  });

  test('is missing: the verification says so', async () => {
    const id = await receiveApplication(people.receiver, office, { certificateType: withoutSeries });
    await expectDomainError(
      people.caseWorker.api.applications.verifyApplication({ id, version: 1 }),
      'applications.no_series',
    );
  });
});

describe('a number', () => {
  test('is found in any letters, with any separators, where numbers are searched for', async () => {
    const prefix = `F${unique()}Q`;
    const { certificateType } = await makeSeries({ name: prefix, pattern: `${prefix}/{yy1}-{yy2}/{n:4}` });
    const { applicationId, certificateId, convocationNumber } = await verifiedCertificate(people, office, {
      certificateType,
    });
    expect(convocationNumber).toBe(`${prefix}/24-25/0001`);
    const { receiver } = people;
    const typed = [
      convocationNumber,
      convocationNumber.toLowerCase(),
      numberKey(convocationNumber),
      convocationNumber.replaceAll(/[/-]/g, ' '),
    ];
    for (const search of [...typed, `${prefix}/24-2`]) {
      const certificates = await receiver.api.certificates.listCertificates({ search });
      expect(
        certificates.rows.map(({ id }) => id),
        search,
      ).toEqual([certificateId]);
      const received = await admin.api.applications.listReceivedApplications({ search });
      expect(
        received.rows.map(({ id }) => id),
        search,
      ).toEqual([applicationId]);
    }
    for (const search of typed) {
      const list = await receiver.api.applications.listApplications({ search });
      expect(
        list.rows.map(({ id }) => id),
        search,
      ).toEqual([applicationId]);
      expect(await receiver.api.applications.countApplications({ search })).toEqual({ count: 1 });
    }
  });

  test('verifies with its code alone, however it is typed, also once another pattern is in force', async () => {
    const prefix = `V${unique()}Q`;
    const { id } = await makeSeries({ name: prefix, pattern: `${prefix} {yy1}-{yy2}/{n:4}` });
    // The layout of this type is proven.
    await countBy(office.certificateType, prefix);
    const waiting = await waitingCertificate(portal, people, office);
    const sheet = await printOne(portal, people.printer, waiting);
    await edit(id, { pattern: `${prefix}N/{year}/{n:4}` });
    const code = await codeOf(portal, sheet.id);
    const { verification } = portal.anonymous.api;
    const verdictOf = async (number: string) =>
      (await verification.verifyCertificate({ number, code })).verdict;
    const number = `${prefix} 24-25/0001`;
    expect(sheet.convocationNumber).toBe(number);
    for (const typed of [number, number.toLowerCase(), numberKey(number), `${prefix}-24-25-1`])
      expect(await verdictOf(typed), typed).toBe('genuine');
    const otherCode = code.replace(/.$/, (last) => (last === '7' ? '8' : '7'));
    expect(await verification.verifyCertificate({ number, code: otherCode })).toEqual({
      verdict: 'unknown',
      university: expect.any(String),
    });
    for (const typed of [`${prefix}N/2025/0001`, `${number}1`, 'hello'])
      expect(await verdictOf(typed), typed).toBe('unknown');
    const response = await portal.anonymous.fetch(
      `/api/verify?number=${encodeURIComponent(number)}&code=${code}`,
    );
    expect(await response.json()).toMatchObject({ verdict: 'genuine', convocationNumber: number });
    const { examples } = await verification.listNumberExamples();
    expect(examples).toEqual(expect.arrayContaining([`${prefix}N/2025/0123`, '2025/000123']));
    await countBy(office.certificateType, 'Certificates');
  });

  test('is kept by the database itself', async () => {
    const { certificateType, id } = await makeSeries();
    const { id: unused } = await makeSeries();
    const { certificateId } = await verifiedCertificate(people, office, { certificateType });
    const other = await receiveApplication(people.receiver, office, { certificateType });
    const db = portal.services.db;
    const rules: [string, ReturnType<typeof sql>][] = [
      ['certificates__numbers_consecutive', copyOf(other, certificateId, sql`3, 'GAP/2025/3'`)],
      ['certificates__once_in_series', copyOf(other, certificateId, sql`1, 'ONE/2025/1'`)],
      ['certificates__number_unique', copyOf(other, certificateId, sql`2, lower(convocation_number)`)],
      [
        'certificates__number_for_life',
        sql`update certificates set convocation_number = 'X1' where id = ${certificateId}`,
      ],
      ['number_series__stays_once_counted', sql`update number_series set pattern = 'Q{n}' where id = ${id}`],
      ['number_series__stays_once_counted', sql`update number_series set next_number = 9 where id = ${id}`],
      [
        'number_series__pattern_has_counter',
        sql`update number_series set pattern = 'Q{n}{n}' where id = ${unused}`,
      ],
    ];
    for (const [constraint, statement] of rules)
      await expect(statement.execute(db), constraint).rejects.toMatchObject({ constraint });
  });
});

/** A certificate of another application with the number that is said, and everything else of a certificate. */
function copyOf(applicationId: string, certificateId: string, number: ReturnType<typeof sql>) {
  return sql`
    insert into certificates (id, application_id, college_id, created_at, waiting_since, convocation_year, number_series_id,
                              number_scope, convocation_sequence, convocation_number)
    select gen_random_uuid(), ${applicationId}, college_id, created_at, waiting_since, convocation_year, number_series_id,
           number_scope, ${number}
      from certificates where id = ${certificateId}`;
}
