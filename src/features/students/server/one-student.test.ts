import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applicationEntry, collegeEntry, receiveApplication, studentEntry } from '#dev/testing/factories.ts';
import { fileOffice } from '#dev/testing/office.ts';
import { fileClient } from '#dev/testing/portal.ts';
import { unique } from '#dev/testing/unique.ts';
import { csvOf, importIn, uploadSpreadsheet } from '#dev/testing/uploads.ts';
import { type Answer, holds, invisible, request, writingOf, writingsOf } from '#dev/testing/writings.ts';

const numRuns = process.env.LONG_FORMS ? 2_000 : 40;
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);

const { portal, office } = await fileOffice();
const owner = await fileClient(portal.ownerUrl);
const [admin, receiver] = await portal.asEach('admin', 'receiver');
const registrationNumber = 'SV-24/0117';
const examRollNumber = 'XR 240117';
const known = studentEntry(office, { registrationNumber, examRollNumber, name: 'Meera Bhat' });
const { id } = await admin.api.students.addStudent(known);
const { drafts, ...received } = await applicationEntry(receiver, office, {
  registrationNumber,
  examRollNumber,
});
await receiveApplication(receiver, office, { ...received, drafts });

const add = (entry: object) => request(admin, 'POST', '/api/students', studentEntry(office, entry));
const issuePaths = ({ body }: Answer) => (body.data?.issues ?? []).map(({ path }) => path);

describe('a student in another writing', () => {
  const eitherNumber = fc
    .constantFrom('registrationNumber' as const, 'examRollNumber' as const)
    .chain((field) => fc.record({ field: fc.constant(field), written: writingOf(known[field]) }));

  const doors: Record<string, (field: string, written: string) => Promise<void>> = {
    'is not added again': async (field, written) => {
      const answer = await add({ [field]: written });
      expect([answer.status, answer.body.code]).toEqual([422, 'request.invalid']);
      expect(issuePaths(answer)).toEqual([field]);
    },
    'is known at the counter': async (_field, number) => {
      const found = await receiver.api.students.findStudents({ number });
      expect(found.map((student) => student.id)).toEqual([id]);
    },
    'is found in the list': async (_field, search) => {
      const { rows } = await admin.api.students.listStudents({ search });
      expect(rows.map((row) => row.id)).toEqual([id]);
    },
  };

  test.each(Object.entries(doors))('%s', async (_name, door) => {
    await holds(numRuns, eitherNumber, ({ field, written }) => door(field, written));
  });

  test('does not apply twice', async () => {
    for (const written of writingsOf(registrationNumber, 15, seed)) {
      const entry = { ...received, registrationNumber: written.trim(), drafts };
      const answer = await request(receiver, 'POST', '/api/applications', entry);
      expect(answer.body.code, written).toMatch(/^(applications\.duplicate|request\.invalid)$/);
    }
    const { rows } = await owner.query('select from applications');
    expect(rows).toHaveLength(1);
  });

  test('is the same in an upload, beside the same college', async () => {
    const header = 'College code,Registration number,Exam roll number,Student name,Address';
    const written = writingsOf(registrationNumber, 4, seed);
    const colleges = writingsOf('COL001', 4, seed).map((code) => code.replace(/^\s+|\s+$/g, ''));
    for (const [index, number] of written.entries()) {
      const sheet = csvOf(header, `${colleges[index]},${number},${examRollNumber},${known.name},Hassan`);
      const report = await importIn(admin, await uploadSpreadsheet(admin, 'students', sheet), 'checked');
      // Taken as this student, or refused by name; never as a new one.
      expect(report.newCount, JSON.stringify(number)).toBe(0);
      const { rows } = await admin.api.imports.listImportFaults({ id: report.id });
      expect(rows.map(({ code }) => code)).not.toContain('unknown');
    }
    const [one, other] = ['TWICE-24/0031', 'twice\u201124\uff0f\u0966\u0966\u0ce9\u0967'];
    const twice = csvOf(header, `COL001,${one},,Asha Rao,Mysuru`, `COL001,${other},,Asha Rao,Mysuru`);
    const report = await importIn(admin, await uploadSpreadsheet(admin, 'students', twice), 'checked');
    const { rows } = await admin.api.imports.listImportFaults({ id: report.id });
    expect(rows.map(({ field, code }) => [field, code])).toContainEqual(['registrationNumber', 'repeated']);
  });
});

test.each(['R\u0415G24', 'K\u041024', 'R\u039fLL24', '\u0392A24'])(
  'a letter of another script in %s is refused by name',
  async (text) => {
    const number = `${text}${unique()}`;
    const application = { ...received, registrationNumber: number, drafts };
    const answers: [string, Answer][] = [
      ['registrationNumber', await add({ registrationNumber: number })],
      ['examRollNumber', await add({ examRollNumber: number })],
      ['registrationNumber', await request(receiver, 'POST', '/api/applications', application)],
      ['code', await request(admin, 'POST', '/api/colleges', collegeEntry({ code: number }))],
    ];
    for (const [path, { body }] of answers) {
      const issue = body.data?.issues?.find((one) => one.path === path);
      expect(issue?.message ?? '', `${path}: ${JSON.stringify(body)}`).toMatch(/[\u0370-\u04ff]/);
    }
  },
);

test('invisible characters are removed from names and texts or refused at their fields', async () => {
  for (const mark of invisible) {
    const texts = { name: `Meera${mark} Rao`, address: `Lake${mark}View`, nameNative: `ಮೀರಾ${mark} ರಾವ್` };
    for (const [field, value] of Object.entries(texts)) {
      const answer = await add({ [field]: value });
      if (answer.status === 422) {
        expect(issuePaths(answer)).toEqual([field]);
        continue;
      }
      expect(answer.status).toBe(200);
      const student = await admin.api.students.getStudent({ id: answer.body.id as string });
      // A joiner may stay where its script knows it.
      const isJoiner = field === 'nameNative' && /[\u200c\u200d]/.test(mark);
      if (!isJoiner) expect(JSON.stringify(student[field as 'name'])).not.toContain(mark);
    }
  }
});

/** As it is stored, and what somebody types who means it. */
const meant: [stored: string, ...typed: string[]][] = [
  ['Tara D’Cunha', ..."'’‘ʼ`´′＇".split('').map((sign) => `d${sign}cunha`)],
  ["Rita D'Mello", 'd’mello', "d'mello"],
  ['N. V. Shirke', 'n v shirke', 'N.V. Shirke', 'n. v. shirke'],
  ['N V Gokhale', 'n.v. gokhale', 'N. V. Gokhale'],
  ['Ren\u00e9e Pinto', 'ren\u00e9e', 'rene\u0301e', 'RENÉE'],
  ['Zo\u0308e Lobo', 'z\u00f6e', 'zo\u0308e'],
];
const native: typeof meant = [
  ['\u095eरो\u095b', 'फ\u093cरोज\u093c'],
  ['\u0959ान प\u095dाई', 'ख\u093cान पढ\u093cाई'],
  ...['ಮೋಹಿನಿ ಕೊಡಗು', 'ಗೋಪಿಕಾ ಲೋಕೇಶ'].map((word): [string, string] => [word.normalize('NFC'), word.normalize('NFD')]),
];
const turned = native.map(([one, other]): [string, string] => [other!, one]);
const joined: typeof meant = [
  ['ಭಾರ\u200d್ಗವ', 'ಭಾರ್ಗವ'],
  ['ರಾಜ್\u200cಕಮಲ್', 'ರಾಜ್ಕಮಲ್'],
  ['गो\u0931\u094dहे', 'गो\u0930\u094d\u200dहे'],
  ['ॐ शर्मा', 'ओम् शर्मा'],
];
test.each([...meant, ...native, ...turned, ...joined])(
  '%s is found in either writing',
  async (stored, ...typed) => {
    const { id: student } = await admin.api.students.addStudent(studentEntry(office));
    const column = /\p{Script=Latin}/u.test(stored) ? 'name' : 'name_native';
    await owner.query(`update students set ${column} = $1 where id = $2`, [stored, student]);
    for (const search of [stored, ...typed]) {
      const { rows } = await admin.api.students.listStudents({ search });
      expect(JSON.stringify(rows), search).toContain(student);
    }
  },
);

test('names are listed without regard to case and accents, page by page', async () => {
  const ordered = 'Qábil,qadir,QAMAR,Qásim,qasimi,Qëna,QUADROS,qüentin'.split(',').map((one) => `${one} Rao`);
  for (const name of ordered.toSorted(() => Math.random() - 0.5)) {
    const entry = studentEntry(office, { address: 'Order of names' });
    const { id: student } = await admin.api.students.addStudent(entry);
    await owner.query('update students set name = $1 where id = $2', [name, student]);
  }
  for (const sort of ['name', '-name'] as const) {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const place = { offset: seen.length, cursor, limit: 3 };
      const page = await admin.api.students.listStudents({ search: 'order of names', sort, ...place });
      seen.push(...page.rows.map(({ name }) => name));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual(sort === 'name' ? ordered : ordered.toReversed());
  }
});
