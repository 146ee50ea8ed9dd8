import { isContractProcedure } from '@orpc/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { expectDomainError, issuesOf } from '#dev/testing/expect-domain-error.ts';
import {
  createOffice,
  type Office,
  receiveApplication,
  studentEntry,
  uploadFile,
} from '#dev/testing/factories.ts';
import { type Portal, type StaffCaller, startPortal } from '#dev/testing/portal.ts';
import { csvOf, importIn, postSpreadsheet, uploadSpreadsheet } from '#dev/testing/uploads.ts';
import { contract } from '#features/features.ts';
import { expectedColumns } from '#features/imports/contract.ts';
import { Pack } from '#features/packs/pack.ts';
import { numberFields } from '#shared/aadhaar.ts';

/** Right numbers in every spelling: of UIDAI's own specimen card, and another one. */
const specimens = ['234123412346', '9999 4105 7058', 'see 2341-2341-2346, card'];

/** Secrets, which are stored as hashes; what a provider answers, which is not stored; keys of columns, lists and forms; the schema of a pack; and forms as they are typed, which are masked. */
const noText = new Set([
  ...['password', 'confirmation', 'currentPassword', 'recoveryCode', 'resetToken', 'answer'],
  ...['columns', 'listViews', 'order', 'hidden', 'widths', 'card'],
  ...['formKey', 'values', 'opened', '$schema'],
]);

type Definition = {
  type: string;
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  innerType?: z.ZodType;
  options?: z.ZodType[];
  in?: z.ZodType;
  keyType?: z.ZodType;
  valueType?: z.ZodType;
};

/** The fields of an input that take one of the specimens, by their names. */
function fieldsThatTake(schema: z.ZodType, name: string): string[] {
  const { type, shape, ...inner } = schema._zod.def as unknown as Definition;
  if (shape) return Object.entries(shape).flatMap(([field, part]) => fieldsThatTake(part, field));
  if (type === 'unknown' || type === 'any') return [];
  const parts = [
    inner.element,
    inner.innerType,
    inner.in,
    inner.keyType,
    inner.valueType,
    ...(inner.options ?? []),
  ];
  const below = parts.flatMap((part) => (part ? fieldsThatTake(part, name) : []));
  // What wraps a rule may refuse more than that by itself.
  if (below.length === 0 && parts.some(Boolean)) return [];
  return specimens.some((text) => schema.safeParse(text).success) ? [name] : below;
}

const inputs = Object.entries(contract).flatMap(([feature, procedures]) =>
  Object.entries(procedures).flatMap(([operation, procedure]) => {
    if (!isContractProcedure(procedure)) return [];
    const { inputSchema, route } = procedure['~orpc'];
    // What only looks something up is not stored.
    return inputSchema && route.method !== 'GET'
      ? [[`${feature}.${operation}`, inputSchema as z.ZodType] as const]
      : [];
  }),
);
test.each(inputs)('no field of %s takes an Aadhaar number but those for numbers', (_name, schema) => {
  const taking = fieldsThatTake(schema, '').filter((field) => !numberFields.has(field) && !noText.has(field));
  expect(taking).toEqual([]);
});

test('what banks, carriers and others number may look like one', () => {
  const taking = inputs.flatMap(([, schema]) => fieldsThatTake(schema, ''));
  const numbered = ['reference', 'account', 'trackingNumber', 'abcId', 'mobile', 'contactNumber'];
  expect(taking).toEqual(expect.arrayContaining(numbered));
});

test.each(Object.entries(expectedColumns))('no column of an upload of %s does', (_kind, columns) => {
  const taking = columns.filter(({ rule }) => specimens.some((text) => rule.safeParse(text).success));
  expect(taking.map(({ field }) => field).filter((field) => !numberFields.has(field))).toEqual([]);
});

test('no field of a pack does', () => {
  const taking = fieldsThatTake(Pack, '').filter((field) => !numberFields.has(field) && !noText.has(field));
  expect(taking).toEqual([]);
});

describe('an Aadhaar number', () => {
  const sentence = 'This looks like an Aadhaar number, which is never recorded here. Leave it out.';
  let portal: Portal;
  let office: Office;
  let admin: StaffCaller;
  let receiver: StaffCaller;
  beforeAll(async () => {
    portal = await startPortal();
    office = await createOffice(portal);
    admin = await portal.as('admin');
    receiver = await portal.as('receiver');
  });
  afterAll(() => portal.close());

  test.each(specimens)('is refused at its field by a code of its own: %s', async (number) => {
    const entry = { ...studentEntry(office), address: `12, Temple Road, ${number}` };
    const refusal = await expectDomainError(admin.api.students.addStudent(entry), 'request.invalid');
    expect((refusal.data as { issues: object[] }).issues).toEqual([
      { path: 'address', code: 'request.aadhaar_number', message: sentence },
    ]);
    const id = await receiveApplication(receiver, office);
    const caseWorker = await portal.as('case_worker');
    const remark = caseWorker.api.applications.returnApplication({
      ...{ id, version: 1, reasons: ['other'], remark: number },
    });
    expect(issuesOf(await expectDomainError(remark, 'request.invalid'))).toEqual([
      { path: 'remark', message: sentence },
    ]);
  });

  test('is no fault of a number that looks like one by chance', async () => {
    const number = '234123412346';
    const student = { ...studentEntry(office), registrationNumber: number, examRollNumber: '999941057058' };
    const { id } = await admin.api.students.addStudent({
      ...student,
      abcId: number,
      consentNoticeVersion: '1',
      mobile: `+${number}`,
    });
    expect(await admin.api.students.getStudent({ id })).toMatchObject({
      abcId: number,
      mobile: `+${number}`,
    });
    expect((await admin.api.students.listStudents({ search: number })).rows).toHaveLength(1);
  });

  test('is masked in the name of a file, which is taken', async () => {
    const response = await uploadFile(receiver, 'photo', undefined, 'aadhaar 2341 2341 2346.jpg');
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ name: 'aadhaar XXXX XXXX 2346.jpg' });
    const { rows } = await admin.api.audit.listAuditEvents({ recordType: 'file', limit: 1 });
    expect(rows[0]!.recordLabel).toBe('aadhaar XXXX XXXX 2346.jpg');
  });

  test('is told by row and column of an upload, and kept nowhere but in the file', async () => {
    const lines = [
      'College code,Registration number,Exam roll number,Name in Kannada or Devanagari,Student name,Address,ABC ID,Name in Aadhaar',
      'COL001,234123412346,,,Asha Rao,"Temple Road, 2341 2341 2346",999941057058,2341-2341-2346',
    ];
    const id = await uploadSpreadsheet(admin, 'students', csvOf(...lines), 'of 234123412346.csv');
    const upload = await importIn(admin, id, 'checked');
    expect(upload.fileName).toBe('of XXXXXXXX2346.csv');
    const { rows } = await admin.api.imports.listImportFaults({ id });
    expect(
      rows.map(({ rowNumber, field, code, found, wanted }) => ({ rowNumber, field, code, found, wanted })),
    ).toEqual([
      {
        rowNumber: 2,
        field: 'address',
        code: 'format',
        found: 'Temple Road, XXXX XXXX 2346',
        wanted: sentence,
      },
    ]);
    const { cells } = await portal.services.db
      .selectFrom('import_rows')
      .select('cells')
      .where('import_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(cells).toEqual([
      ...[
        'COL001',
        '234123412346',
        '',
        '',
        'Asha Rao',
        'Temple Road, XXXX XXXX 2346',
        '999941057058',
        'XXXX-XXXX-2346',
      ],
    ]);
    expect(upload.samples[7]).toEqual(['XXXX-XXXX-2346']);
  });

  test.each(['Aadhaar No.', 'AADHAR', 'Adhar Card', 'आधार संख्या'])(
    'has no column of its own in an upload: %s',
    async (header) => {
      const lines = [
        `College code,Registration number,Student name,Address,${header}`,
        'COL001,R1,Asha Rao,Mysuru,',
      ];
      const response = await postSpreadsheet(admin, '/api/imports?of=students&name=a.csv', csvOf(...lines));
      expect(response.status).toBe(422);
      expect(await response.json()).toMatchObject({ code: 'imports.aadhaar_column', data: { header } });
    },
  );

  test('is masked where a form is kept before it is saved, and in what a list was searched for', async () => {
    const draft = { formKey: 'new-application', id: crypto.randomUUID(), opened: null };
    const values = {
      guideName: 'Dr. 2341 2341 2346',
      registrationNumber: '234123412346',
      drafts: [{ branch: '999941057058' }],
    };
    await receiver.api.formDrafts.keepFormDraft({ ...draft, values });
    const { drafts } = await receiver.api.formDrafts.listFormDrafts({ formKey: 'new-application' });
    expect(drafts[0]!.values).toEqual({
      guideName: 'Dr. XXXX XXXX 2346',
      registrationNumber: '234123412346',
      drafts: [{ branch: 'XXXXXXXX7058' }],
    });
    await admin
      .fetch('/api/exports/students?format=csv&search=234123412346')
      .then((response) => response.text());
    const { rows } = await admin.api.audit.listAuditEvents({ recordType: 'export', limit: 1 });
    expect(rows[0]!.after).toMatchObject({ filters: { search: 'XXXXXXXX2346' } });
  });
});
