import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { verifiedCertificate } from '#dev/testing/factories.ts';
import { fileOffice } from '#dev/testing/office.ts';
import { pageTexts } from '#dev/testing/print-file.ts';
import { createPrintRoom, officeWithPaper, printedRun } from '#dev/testing/print-room.ts';
import { correct, reopen, verify } from '#dev/testing/reopening.ts';
import { revoke } from '#dev/testing/revoking.ts';
import { addConvocations, closedRoll, resolution } from '#dev/testing/rolls.ts';

const { portal, office } = await fileOffice();
const convocations = await addConvocations(portal, ['2021-22', '2022-23', '2023-24']);
const room = await createPrintRoom(portal);
const [admin, second, auditor] = await portal.asEach('admin', 'admin', 'auditor');

/** Candidates of a convocation of their own, all on one paper. */
async function convene(...names: string[]) {
  const { id: convocationId, academicYear } = convocations.pop()!;
  const here = await officeWithPaper(portal, office, names.length * 3);
  const members = new Map<string, Awaited<ReturnType<typeof verifiedCertificate>>>();
  const join = async (candidateName: string, overrides: object = {}) => {
    members.set(
      candidateName,
      await verifiedCertificate(room, here, { academicYear, candidateName, ...overrides }),
    );
  };
  for (const name of names) await join(name);
  const closeRoll = () => closedRoll(admin, convocationId);
  const resolvedRoll = async (resolutionNumber: string) => {
    const id = await closeRoll();
    await second.api.rolls.resolveRoll({ id, version: 2, ...resolution, resolutionNumber });
    return id;
  };
  const print = (sheets: number) => printedRun(portal, room.printer, here, sheets);
  const rows = async (filters: object = {}) =>
    (await auditor.api.rolls.listRegister({ convocationId, ...filters })).rows;
  const totals = () => auditor.api.rolls.getRegisterTotals({ id: convocationId });
  return { convocationId, members, join, closeRoll, resolvedRoll, print, rows, totals };
}

const fetchPdf = async (address: string) => {
  const response = await auditor.fetch(address);
  expect(response.status, response.statusText).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/pdf');
  return Buffer.from(await response.arrayBuffer());
};

/** What was issued, by SQL that shares nothing with the register. */
async function printedBySql(academicYear: string) {
  const { rows } = await sql<{ name: string; serial: string }>`
    select a.candidate_name as name, b.serial
      from sheets s join certificates c on c.id = s.certificate_id join applications a on a.id = c.application_id
      join blanks b on b.id = s.blank_id
     where s.is_valid and c.state in ('printed', 'handed_over') and a.academic_year = ${academicYear} order by 1`.execute(
    portal.services.db,
  );
  return rows;
}

/** What the valid sheets of a year say, by candidate. */
async function resolutionsOnSheets(academicYear: string) {
  const { rows } = await sql<{ name: string; resolution: string }>`
    select f.facts ->> 'candidateName' as name, f.facts -> 'convocation' ->> 'resolution' as resolution
      from sheets s join sheet_facts f on f.sheet_id = s.id join certificates c on c.id = s.certificate_id
      join applications a on a.id = c.application_id
     where s.is_valid and c.state in ('printed', 'handed_over') and a.academic_year = ${academicYear}`.execute(
    portal.services.db,
  );
  return Object.fromEntries(rows.map(({ name, resolution }) => [name, resolution]));
}

describe('the degree register', () => {
  test('has everything that was issued, by roll; late additions in a section of their own', async () => {
    const here = await convene('Asha Rao', 'Bina Rao', 'Chitra Rao');
    await here.join('Divya Rao', {
      fatherName: 'Mohan Rao',
      motherName: 'Leela Rao',
      division: 'First class with distinction',
      candidateNameNative: 'ದಿವ್ಯಾ ರಾವ್',
    });
    await here.resolvedRoll('SYN/2026/18');
    await here.print(4);
    expect(await here.totals()).toEqual({
      entries: 4,
      standing: 4,
      struck: 0,
      reprinting: 0,
      withheld: 0,
      printed: 4,
    });
    const [, , , divya] = await here.rows();
    const day = new Date().toISOString();
    expect(divya).toMatchObject({
      section: 0,
      resolution: expect.stringMatching(/^Syndicate, SYN\/2026\/18, /),
      position: 4,
      candidateName: 'Divya Rao',
      candidateNameNative: 'ದಿವ್ಯಾ ರಾವ್',
      fatherName: 'Mohan Rao',
      motherName: 'Leela Rao',
      division: 'First class with distinction',
      givenOn: '2026-03-14',
      copyNumber: 0,
    });
    expect(day >= divya!.printedAt).toBe(true);

    // One is revoked, one corrected and printed again, one is late.
    await revoke(portal, here.members.get('Asha Rao')!.certificateId, 'Obtained by fraud.');
    const corrected = here.members.get('Bina Rao')!.applicationId;
    await reopen(await portal.as('case_worker'), corrected);
    expect(await here.totals()).toMatchObject({
      entries: 4,
      standing: 2,
      struck: 2,
      withheld: 1,
      printed: 3,
    });
    await correct(room.receiver, corrected, { candidateName: 'Beena Rao' });
    await verify(room.caseWorker, corrected);
    expect(await here.totals()).toMatchObject({
      entries: 4,
      standing: 2,
      struck: 2,
      withheld: 0,
      printed: 2,
    });
    await here.join('Esha Rao');
    await here.resolvedRoll('SYN/2026/31');
    await here.print(2);

    const rows = await here.rows();
    expect(
      rows.map((row) => [row.section, row.position, row.candidateName, row.struckReason, row.copyNumber]),
    ).toEqual([
      [0, 1, 'Asha Rao', 'revoked', 0],
      [0, 2, 'Bina Rao', 'reopened', 0],
      [0, 3, 'Chitra Rao', null, 0],
      [0, 4, 'Divya Rao', null, 0],
      [1, 1, 'Beena Rao', null, 1],
      [1, 2, 'Esha Rao', null, 0],
    ]);
    expect(await here.totals()).toMatchObject({ entries: 6, standing: 4, struck: 2, printed: 4 });
    const standing = rows.filter(({ struckAt }) => struckAt === null);
    expect(
      standing
        .map((row) => ({ name: row.candidateName, serial: row.serial }))
        .sort((a, b) => a.name.localeCompare(b.name)),
    ).toEqual(await printedBySql('2023-24'));
    expect(await resolutionsOnSheets('2023-24')).toEqual({
      'Chitra Rao': expect.stringMatching(/^Syndicate SYN\/2026\/18, /),
      'Divya Rao': expect.stringMatching(/^Syndicate SYN\/2026\/18, /),
      'Beena Rao': expect.stringMatching(/^Syndicate SYN\/2026\/31, /),
      'Esha Rao': expect.stringMatching(/^Syndicate SYN\/2026\/31, /),
    });
    expect((await here.rows({ show: 'struck' })).length).toBe(2);
    expect((await here.rows({ search: 'beena' })).map(({ serial }) => serial)).toEqual([rows[4]!.serial]);

    const pages = (
      await pageTexts(await fetchPdf(`/api/degree-registers/${here.convocationId}/document`))
    ).map((text) => text.replace(/\s+/g, ' '));
    expect(pages).toHaveLength(3);
    expect(pages[0]).toContain('Main roll. Resolution of Syndicate, SYN/2026/18');
    expect(pages[0]).toContain('This page: 4 entries, 2 standing, 2 struck. Up to here: 4 entries');
    expect(pages[0]).toContain('revoked: Obtained by fraud.');
    expect(pages[1]).toContain('Supplement 1. Resolution of Syndicate, SYN/2026/31');
    expect(pages[1]).toContain('Up to here: 6 entries, 4 standing, 2 struck');
    expect(pages[2]).toContain('Printed certificates, as lists and dashboard count them: 4');
    for (const who of ['Entered by', 'Checked by', 'Registrar']) expect(pages[2]).toContain(who);
    const csv = await (
      await auditor.fetch(`/api/exports/degree-register?format=csv&convocationId=${here.convocationId}`)
    ).text();
    const [headings, ...lines] = csv.replace('\uFEFF', '').trim().split('\r\n');
    expect(headings).toBe(
      'Roll,No.,Convocation number,Student,College,Degree,Class or division,Certificate type,Rank or medal,Serial,Copy,' +
        'Given on,Printed at,Resolution,Native name,Father,Mother,Struck on,Struck for',
    );
    expect(lines).toHaveLength(6);
    expect(csv).toContain('Supplement 1');
    const { rows: events } = await auditor.api.audit.listAuditEvents({
      recordType: 'convocations',
      recordId: here.convocationId,
    });
    expect(events[0]).toMatchObject({ event: 'rolls.register_printed' });
  });

  test('has what no roll has, too', async () => {
    const here = await convene('Asha Rao', 'Bina Rao');
    await here.print(2);
    expect(await here.totals()).toMatchObject({ entries: 2, standing: 2, printed: 2 });
    expect((await here.rows()).map(({ section, position }) => [section, position])).toEqual([
      [null, 1],
      [null, 2],
    ]);
    // A roll that is closed later has them all the same.
    await here.closeRoll();
    expect((await here.rows()).map(({ section, resolution }) => [section, resolution])).toEqual([
      [0, null],
      [0, null],
    ]);
    await revoke(portal, here.members.get('Asha Rao')!.certificateId);
    expect(await here.totals()).toMatchObject({ entries: 2, standing: 1, struck: 1, printed: 1 });
  });
});

test('a roll is printed for the meeting, once it is closed', async () => {
  const here = await convene('Asha Rao', 'Bina Rao');
  const { id } = await admin.api.rolls.openRoll({ convocationId: here.convocationId });
  const early = await auditor.fetch(`/api/rolls/${id}/document`);
  expect(((await early.json()) as { code: string }).code).toBe('rolls.still_open');
  await admin.api.rolls.closeRoll({ id, version: 1 });
  await revoke(portal, here.members.get('Bina Rao')!.certificateId);
  const pages = (await pageTexts(await fetchPdf(`/api/rolls/${id}/document`))).map((text) =>
    text.replace(/\s+/g, ' '),
  );
  expect(pages).toHaveLength(2);
  expect(pages[0]).toContain('COL001 · College COL001: total 2, 1 standing, 1 struck');
  expect(pages[0]).toContain('ECE: total 2, 1 standing, 1 struck');
  expect(pages[0]).toMatch(/Bina Rao.*Struck \d\d\/\d\d\/\d{4}, revoked/);
  expect(pages[1]).toContain('All colleges: total 2, 1 standing, 1 struck');
  const { rows } = await auditor.api.audit.listAuditEvents({ recordType: 'roll', recordId: id });
  expect(rows[0]).toMatchObject({ event: 'rolls.printed' });
  const bounded = await portal.as('auditor', { collegeId: office.collegeId });
  const refused = await bounded.fetch(`/api/rolls/${id}/document`);
  expect(((await refused.json()) as { code: string }).code).toBe('rolls.university_only');
});
