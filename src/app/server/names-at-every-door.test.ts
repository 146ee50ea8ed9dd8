import { describe, expect, test } from 'vitest';
import { addWithFourEyes, changeWithFourEyes } from '#dev/testing/change-master.ts';
import { constraintOf, expectDomainError, issuesOf } from '#dev/testing/expect-domain-error.ts';
import { receiveApplication, studentEntry } from '#dev/testing/factories.ts';
import { chooseScripts, legacyTexts, type NameFate, nameFates } from '#dev/testing/hard-names.ts';
import { fileOffice } from '#dev/testing/office.ts';
import { fileClient, type StaffCaller } from '#dev/testing/portal.ts';
import { correct } from '#dev/testing/reopening.ts';
import { csvRows } from '#dev/testing/statement-files.testing.ts';
import { unique } from '#dev/testing/unique.ts';
import { importIn, uploadSpreadsheet } from '#dev/testing/uploads.ts';
import type { Fault } from '#features/imports/contract.ts';

const { portal, office } = await fileOffice();
const owner = await fileClient(portal.ownerUrl);
const [receiver, caseWorker, admin] = await portal.asEach('receiver', 'case_worker', 'admin');

type Typed = Pick<NameFate, 'field' | 'typed'>;
/** A name as the table has it, or the sentences at its field. */
type Met = { stored: string } | { said: string };

const entryOf = ({ field, typed }: Typed, latin: string, native: string) =>
  field === 'latin' ? { [latin]: typed, [native]: '' } : { [latin]: 'Asha Rao', [native]: typed };

async function storedIn(table: 'applications' | 'students', id: string, field: NameFate['field']) {
  const latin = table === 'students' ? 'name' : 'candidate_name';
  const column = field === 'latin' ? latin : `${latin}_native`;
  const { rows } = await owner.query(`select ${column} as name from ${table} where id = $1`, [id]);
  return { stored: rows[0].name as string };
}

/** What an attempt stored, or what it was refused with at this field. */
async function met(
  attempt: Promise<{ id: string } | object>,
  path: string,
  read: (id: string) => Promise<Met>,
) {
  const outcome = await attempt.then(
    (made) => made as { id: string },
    () => null,
  );
  if (outcome) return read(outcome.id);
  const issues = issuesOf(await expectDomainError(attempt, 'request.invalid'));
  return {
    said: issues
      .filter((issue) => issue.path === path)
      .map(({ message }) => message)
      .join('\n'),
  };
}

const pathAt = (latin: string, native: string, { field }: Typed) => (field === 'latin' ? latin : native);

function atCounter(name: Typed): Promise<Met> {
  const attempt = receiveApplication(receiver, office, entryOf(name, 'candidateName', 'candidateNameNative'));
  return met(
    attempt.then((id) => ({ id })),
    pathAt('candidateName', 'candidateNameNative', name),
    (id) => storedIn('applications', id, name.field),
  );
}

function atMaster(name: Typed): Promise<Met> {
  const attempt = admin.api.students.addStudent(studentEntry(office, entryOf(name, 'name', 'nameNative')));
  return met(attempt, pathAt('name', 'nameNative', name), (id) => storedIn('students', id, name.field));
}

/** The application of all corrections. */
const corrected = await receiveApplication(receiver, office);

/** One field of an application that the case worker sent back; it stays so where the correction is refused. */
async function atCorrection(name: Typed): Promise<Met> {
  const { status, version } = await receiver.api.applications.getApplication({ id: corrected });
  if (status === 'received')
    await caseWorker.api.applications.returnApplication({ id: corrected, version, reasons: ['name'] });
  const attempt = correct(receiver, corrected, entryOf(name, 'candidateName', 'candidateNameNative'));
  return met(
    attempt.then(() => ({ id: corrected })),
    pathAt('candidateName', 'candidateNameNative', name),
    () => storedIn('applications', corrected, name.field),
  );
}

const header = [
  ...['College code', 'Registration number', 'Exam roll number', 'Student name'],
  ...['Name in Kannada or Devanagari', 'Address'],
];

async function check(names: readonly Typed[]) {
  const numbers = names.map(() => `UP${unique()}R`);
  const rows = names.map(({ field, typed }, at) => {
    const [latin, native] = field === 'latin' ? [typed, ''] : ['Asha Rao', typed];
    return ['COL001', numbers[at]!, `${88_000_000 + unique()}`, latin, native, 'Temple Road, Mysuru'];
  });
  const id = await uploadSpreadsheet(admin, 'students', csvRows([header, ...rows]));
  await importIn(admin, id, 'checked');
  return { id, numbers, faults: await faultsOf(admin, id) };
}

async function faultsOf(caller: StaffCaller, id: string): Promise<Fault[]> {
  const { rows, nextCursor } = await caller.api.imports.listImportFaults({ id, limit: 100 });
  expect(nextCursor).toBeNull();
  return rows as Fault[];
}

const wordsOf = (faults: Fault[], at: number, name: Typed, level: Fault['level']) =>
  faults
    .filter((fault) => fault.rowNumber === at + 2 && fault.level === level)
    .filter(({ field }) => field === pathAt('name', 'nameNative', name))
    .map(({ wanted }) => wanted);

const fits = (fate: NameFate, outcome: Met) =>
  'stored' in fate
    ? 'stored' in outcome && outcome.stored === fate.stored
    : 'said' in outcome && fate.says.test(outcome.said) && outcome.said.includes(fate.letter);

// A receipt takes longer than all else: there the third part of what is taken, and all that is refused.
const someFates = nameFates.filter((fate, at) => process.env.LONG_FORMS || 'letter' in fate || at % 3 === 0);

describe.each([
  ['the counter', atCounter, someFates],
  ['the correction of an application', atCorrection, someFates],
  ['the student master', atMaster, nameFates],
])('at %s', (_door, ask, fates) => {
  test('a name is stored with its signs folded, or refused with its letter, before any number', async () => {
    const wrong: object[] = [];
    for (const fate of fates) {
      const outcome = await ask(fate);
      if (!fits(fate, outcome)) wrong.push({ ...fate, outcome });
    }
    expect(wrong).toEqual([]);
  });

  test('bytes of a legacy font are named as such', async () => {
    for (const { typed, says } of legacyTexts)
      expect(await ask({ field: 'latin', typed }), typed).toEqual({ said: expect.stringMatching(says) });
  });
});

describe('in an upload', () => {
  test('a fault names the letter; a doubtful name is a warning that somebody accepts by name', async () => {
    const all = await check(nameFates);
    const errors = nameFates.map((fate, at) => wordsOf(all.faults, at, fate, 'error'));
    const wrong = nameFates.flatMap((fate, at) => {
      const said = errors[at]!.join('\n');
      const isRight = 'stored' in fate ? said === '' : fate.says.test(said) && said.includes(fate.letter);
      return isRight ? [] : [{ ...fate, said }];
    });
    expect(wrong).toEqual([]);

    const good = nameFates.filter((fate) => 'stored' in fate);
    const { id, numbers, faults } = await check(good);
    const warned = good.filter((fate, at) => wordsOf(faults, at, fate, 'warning').length > 0);
    expect(warned).toEqual(good.filter(({ isDoubtful }) => isDoubtful));
    await expectDomainError(admin.api.imports.commitImport({ id }), 'imports.doubtful');
    await admin.api.imports.acceptImportWarnings({ id, warningIds: faults.map((fault) => fault.id) });
    await admin.api.imports.commitImport({ id });
    await importIn(admin, id, 'committed');
    const { rows } = await owner.query(
      `select name, name_native as native from students
        where registration_number = any($1) order by array_position($1, registration_number)`,
      [numbers],
    );
    expect(rows.map((row, at) => (good[at]!.field === 'latin' ? row.name : row.native))).toEqual(
      good.map((fate) => fate.stored),
    );
  });
});

describe('the names of others', () => {
  const others = ['fatherName', 'motherName'] as const;

  test.each(others)('%s follows the same rule', async (field) => {
    const add = (typed: string) =>
      admin.api.students.addStudent(studentEntry(office, { [field]: typed } as object));
    const { id } = await add('Ramesh D‘Souza');
    expect(await admin.api.students.getStudent({ id })).toMatchObject({ [field]: "Ramesh D'Souza" });
    for (const [typed, letter] of [
      ['தமிழ்', 'த'],
      ['Ramesh 🎓', '🎓'],
      ['- -', ''],
    ] as const) {
      const [issue] = issuesOf(await expectDomainError(add(typed), 'request.invalid'));
      expect(issue, typed).toEqual({ path: field, message: expect.stringContaining(letter) });
    }
  });

  test('a guide’s too', async () => {
    const receive = (guideName: string) => receiveApplication(receiver, office, { guideName });
    const id = await receive('Dr. Meera D´Souza, IISc');
    expect(await receiver.api.applications.getApplication({ id })).toMatchObject({
      guideName: "Dr. Meera D'Souza, IISc",
    });
    const [issue] = issuesOf(await expectDomainError(receive('Dr. தமிழ்'), 'request.invalid'));
    expect(issue).toEqual({ path: 'guideName', message: expect.stringContaining('த') });
  });
});

describe('what else certificates print', () => {
  const medal = 'The sign 🥇 cannot be printed; the certificate has Latin, Kannada and Devanagari.';

  test.each(['division', 'rank'])('%s of a student and of an application', async (field) => {
    const entry = { [field]: 'First 🥇' };
    const added = admin.api.students.addStudent(studentEntry(office, entry));
    const said = [{ path: field, message: medal }];
    expect(issuesOf(await expectDomainError(added, 'request.invalid'))).toEqual(said);
    const received = receiveApplication(receiver, office, entry);
    expect(issuesOf(await expectDomainError(received, 'request.invalid'))).toEqual(said);
  });

  test('a college’s name', async () => {
    const entry = {
      name: 'Government Arts College 🥇',
      code: `ART${unique()}`,
      contactNumber: '08172 268301',
      address: 'Hassan',
      convocationFee: 100,
    };
    const added = admin.api.colleges.addCollege(entry);
    expect(issuesOf(await expectDomainError(added, 'request.invalid'))).toEqual([
      { path: 'name', message: medal },
    ]);
  });

  test('an ordinance, whose lines become one', async () => {
    const convocation = {
      number: `104-${unique()}`,
      name: '104th Annual Convocation',
      heldOn: '2026-03-14',
      academicYears: '2019-20',
    };
    const add = (ordinance: string) => addWithFourEyes(portal, 'convocations', { ...convocation, ordinance });
    expect(issuesOf(await expectDomainError(add('Section 63 🥇'), 'request.invalid'))).toEqual([
      { path: 'ordinance', message: medal },
    ]);
    await add('Section 63\nof the University Act');
  });
});

describe('the scripts that the university chose', () => {
  const tamil = { field: 'native', typed: 'தமிழ்ச்செல்வி முருகன்' } as const;
  const telugu = { field: 'native', typed: 'వెంకట రమణ' } as const;
  const kannada = { field: 'native', typed: 'ಆಶಾ ರಾವ್' } as const;
  const doors = [atCounter, atMaster, atCorrection];

  test('are Kannada and Devanagari until it chooses others, and never one that nobody knows', async () => {
    const { rows } = await owner.query('select scripts from university');
    expect(rows).toEqual([{ scripts: ['kannada', 'devanagari'] }]);
    const changes = { named: 'Vishwavidya University of Karnataka', changes: { scripts: ['klingon'] } };
    await expectDomainError(changeWithFourEyes(portal, 'university', changes), 'request.invalid');
    expect(await constraintOf(owner.query(`update university set scripts = '{klingon}'`))).toBe(
      'university__scripts_known',
    );
  });

  test('open every door to their letters, and a script that is taken away shuts it', async () => {
    await chooseScripts(portal, 'kannada', 'devanagari', 'tamil', 'telugu');
    for (const ask of doors)
      for (const name of [tamil, telugu, kannada]) expect(await ask(name)).toEqual({ stored: name.typed });
    const { faults } = await check([tamil, telugu]);
    expect(faults).toEqual([]);
    expect(await atCounter({ field: 'native', typed: 'ലക്ഷ്മി' })).toEqual({
      said: 'The letter ല is Malayalam; the certificate has Latin, Kannada, Devanagari, Tamil and Telugu.',
    });

    await chooseScripts(portal, 'devanagari');
    for (const ask of doors)
      expect(await ask(kannada)).toEqual({
        said: 'The letter ಆ is Kannada; the certificate has Latin and Devanagari.',
      });
    const { faults: shut } = await check([kannada]);
    expect(shut).toMatchObject([
      { field: 'nameNative', level: 'error', wanted: expect.stringMatching(/^The letter ಆ is Kannada; /) },
    ]);
  });
});
