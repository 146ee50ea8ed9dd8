import { z } from 'zod';
import { CollegeEntry } from '#features/colleges/contract.ts';
import { StudentEntry } from '#features/students/contract.ts';
import { documentOperation, uploadOperation } from '#platform/contract/byte-operation.ts';
import { operation, readRecord } from '#platform/contract/operation.ts';
import { studentAward } from '#shared/award-record.ts';
import type { DeclaredFields, FieldValue } from '#shared/declared-field.ts';
import { Failure, FileName, Id, Moment, PageRequest, pageOf, positiveRupees } from '#shared/fields.ts';
import { eachMaster } from '#shared/masters/masters.ts';
import { masterNames } from '#shared/masters/named-masters.ts';
import { sheetErrors, sheetFormats, sheetTypes } from '#shared/sheet-format.ts';
import { t } from '#shared/words.ts';
import { bareAmount, columnsOfFields } from './declared-columns.ts';
import { openingFields, openingKinds } from './opening-balances.ts';

export const importKinds = ['students', 'colleges', ...masterNames, ...openingKinds] as const;
export type ImportKind = (typeof importKinds)[number];

/** A column that an upload may have. */
export type WantedColumn = {
  field: string;
  /** As the template calls it. */
  header: string;
  /** What a value has to be: what the form refuses, an upload refuses with the same sentence. */
  rule: z.ZodType<FieldValue>;
  isRequired: boolean;
  /** Most files lack it: nobody is asked where it is. */
  isRare?: true;
  /** What else offices call it, after commas; upper and lower case, spaces and dots do not matter. */
  synonyms: string;
  /** The labels of which each value is one: they are read in every language of the portal. */
  words?: readonly string[];
  /** What the template's example row holds. */
  example: string;
};

const collegeCode = z
  .string()
  .transform((code) => code.replaceAll(' ', '').toUpperCase())
  .pipe(z.string().min(1, 'The code of a college, such as COL001.').max(12));

const writtenRupees = z
  .string()
  .transform(bareAmount)
  .pipe(z.string().regex(/^\d+$/, 'Whole rupees, such as 700.'))
  .transform(Number)
  .pipe(positiveRupees('The fee must be more than zero.'));

const codeSynonyms = 'code, college id, college no, institution code, inst code, coll code';

/** What of each kind is declared. */
export const declaredFields: Record<ImportKind, DeclaredFields> = {
  students: studentAward,
  colleges: {},
  ...openingFields,
  ...eachMaster(({ fields }) => fields),
};

const ofStudents = columnsOf(
  { ...StudentEntry.shape, code: collegeCode },
  {
    code: { header: t`College code`, synonyms: `college, ${codeSynonyms}`, example: 'COL001' },
    registrationNumber: {
      header: t`Registration number`,
      synonyms: 'college registration number, registration no, reg number, reg no, usn, urn',
      example: 'REG000123',
    },
    examRollNumber: {
      header: t`Exam roll number`,
      synonyms: 'exam roll no, exam roll, roll number, roll no, hall ticket number, hall ticket no',
      example: '24000123',
    },
    name: {
      header: t`Student name`,
      synonyms: 'name, candidate name, candidate, student, name of the student, full name',
      example: 'Asha Rao',
    },
    nameNative: {
      header: t`Name in Kannada or Devanagari`,
      synonyms: 'native name, name native, name in kannada, name in hindi, kannada name, hindi name',
      example: 'ಆಶಾ ರಾವ್',
    },
    address: {
      header: t`Address`,
      synonyms: 'student address, postal address, permanent address, residential address',
      example: '12, Temple Road, Mysuru 570001',
    },
  },
);

export const wantedColumns: Record<ImportKind, readonly WantedColumn[]> = {
  students: [
    ...ofStudents,
    ...columnsOfFields(studentAward).map((column) => ({ ...column, isRare: true as const })),
  ],
  colleges: columnsOf(
    { ...CollegeEntry.shape, convocationFee: writtenRupees },
    {
      code: { header: t`College code`, synonyms: codeSynonyms, example: 'COL004' },
      name: {
        header: t`College name`,
        synonyms: 'name, college, name of the college, institution, institution name',
        example: 'Government Arts College, Hassan',
      },
      contactNumber: {
        header: t`Contact number`,
        synonyms: 'contact, contact no, phone, phone number, phone no, telephone, mobile',
        example: '08172 268301',
      },
      address: {
        header: t`Address`,
        synonyms: 'college address, postal address',
        example: 'B M Road, Hassan 573201',
      },
      convocationFee: {
        header: t`Convocation fee`,
        synonyms: 'fee, fees, convocation fees, convocation fee in rupees, amount',
        example: '700',
      },
      email: {
        header: t`Email Id`,
        synonyms: 'email, mail, email address, mail id',
        example: 'office@gachassan.example',
      },
    },
  ),
  opening_blanks: columnsOfFields(openingFields.opening_blanks),
  opening_drafts: columnsOfFields(openingFields.opening_drafts),
  earlier_certificates: columnsOfFields(openingFields.earlier_certificates),
  ...eachMaster(({ name }) => columnsOfFields(declaredFields[name])),
};

/** Columns of an upload by their fields, each with its rule; required is what that refuses to be empty. */
function columnsOf<Field extends string>(
  rules: Record<NoInfer<Field>, WantedColumn['rule']>,
  columns: Record<Field, Pick<WantedColumn, 'header' | 'synonyms' | 'example'>>,
): WantedColumn[] {
  return Object.entries<(typeof columns)[Field]>(columns).map(([field, column]) => {
    const rule = rules[field as Field];
    return { ...column, field, rule, isRequired: !rule.safeParse('').success };
  });
}

/** The last column of the file of faulty rows; whatever stands in it is no part of a record. */
export const faultHeader = 'What is wrong';

/** Which column of the file holds which field, counted from 0; null is not in the file. */
export type ColumnMapping = Record<string, number | null>;

const importStates = [
  'mapping',
  'checking',
  'checked',
  'committing',
  'committed',
  /** Of a master on which four eyes hold: written once a second person confirms it. */
  'proposed',
  'cancelled',
  'refused',
] as const;
export type ImportState = (typeof importStates)[number];

/** A sheet's limit is a little more; a university's students of twenty years are a little less. */
export const maximumRows = 1_000_000;
export const maximumBytes = 100 * 1024 * 1024;

/** What can be wrong with a row, by the form's own rules and by what else is there. */
const faultCodes = [
  'missing',
  'too_long',
  'format',
  'unreadable',
  /** Changed by the program that the file was made with: `2.61E+07`, `01/02/2026`. */
  'spreadsheet',
  'cells',
  'unknown',
  'repeated',
  'taken',
] as const;
export type FaultCode = (typeof faultCodes)[number];

export const Fault = z.object({
  /** Gives the order within the row. */
  id: z.number().int(),
  /** As a spreadsheet counts: the header is row 1. */
  rowNumber: z.number().int(),
  /** Null when the row as a whole is wrong. */
  field: z.string().nullable(),
  code: z.enum(faultCodes),
  found: z.string(),
  wanted: z.string(),
});
export type Fault = z.infer<typeof Fault>;

/** How many rows have one kind of fault in one column. */
export const FaultKind = Fault.pick({ field: true, code: true }).extend({ count: z.number().int() });
export type FaultKind = z.infer<typeof FaultKind>;

export const Progress = z.object({
  step: z.enum(['waiting', 'reading', 'comparing', 'writing']),
  rowsDone: z.number().int(),
  /** Null while nobody knows: a workbook does not say before its end. Of a CSV file it is an estimate. */
  rowsTotal: z.number().int().nullable(),
  rowsPerSecond: z.number().int(),
  secondsLeft: z.number().int().nullable(),
});
export type Progress = z.infer<typeof Progress>;

export const ImportFile = z.object({
  name: z.string(),
  format: z.enum(['csv', 'xlsx']),
  byteSize: z.number().int(),
  sha256: z.string(),
  uploadedBy: z.string(),
  uploadedAt: Moment,
  /** Why these mended rows could not be used. */
  failure: Failure.nullable(),
});

/** An upload as the list of earlier ones shows it. The counts are known once it is checked. */
export const Import = z.object({
  id: Id,
  kind: z.enum(importKinds),
  state: z.enum(importStates),
  fileName: z.string(),
  uploadedBy: z.string(),
  uploadedAt: Moment,
  committedBy: z.string().nullable(),
  committedAt: Moment.nullable(),
  rowCount: z.number().int().nullable(),
  newCount: z.number().int().nullable(),
  changedCount: z.number().int().nullable(),
  unchangedCount: z.number().int().nullable(),
  faultyCount: z.number().int().nullable(),
  /** What the new rows add up to, in sheets or rupees; null of kinds that add up to nothing. */
  newTotal: z.number().int().nullable(),
  /** Why it cannot be used, or why the last step was not carried out. */
  failure: Failure.nullable(),
});
export type Import = z.infer<typeof Import>;

export const ImportDetail = Import.extend({
  /** The whole file first, then the mended rows in their order. */
  files: z.array(ImportFile).min(1),
  headers: z.array(z.string()),
  /** The first values of each column, to tell columns apart. */
  samples: z.array(z.array(z.string())),
  columns: z.record(z.string(), z.number().int().nullable()),
  /** The sheet that is read, when the workbook has others that are not. */
  sheetName: z.string().nullable(),
  ignoredSheets: z.number().int(),
  progress: Progress.nullable(),
  faultKinds: z.array(FaultKind),
  /** Who uploaded a file of it. */
  uploaderIds: z.array(Id),
  /** Of opening balances: whether an application was received, after which other rules hold. */
  isAfterFirstApplication: z.boolean(),
});
export type ImportDetail = z.infer<typeof ImportDetail>;

export const importsContract = {
  listImports: operation('GET /imports', {
    summary: 'A page of the uploads of one kind, newest first.',
    access: 'imports:run',
  })
    .input(z.object({ of: z.enum(importKinds).default('students') }).extend(PageRequest.shape))
    .output(pageOf(Import)),
  getImport: readRecord('/imports/{id}', {
    summary: 'One upload: its columns, how far it is, and what is wrong with its rows by kind.',
    access: 'imports:run',
    errors: ['imports.not_found'],
    answer: ImportDetail,
  }),
  listImportFaults: operation('GET /imports/{id}/faults', {
    summary: 'A page of the faults of an upload, by row number.',
    access: 'imports:run',
    errors: ['imports.not_found'],
  })
    .input(z.object({ id: Id }).extend(PageRequest.shape))
    .output(pageOf(Fault)),
  mapImport: operation('POST /imports/{id}/map', {
    summary: 'Says which column of the file holds which field, and has the rows checked.',
    access: 'imports:run',
    errors: ['imports.not_found', 'imports.not_mapping', 'imports.column_missing'],
  })
    .input(
      z.object({
        id: Id,
        columns: z.record(z.string().max(40), z.number().int().min(0).max(16_384).nullable()),
      }),
    )
    .output(z.object({})),
  commitImport: operation('POST /imports/{id}/commit', {
    summary: 'Has all rows written at once, if every one of them is still good.',
    access: 'imports:run',
    errors: [
      'imports.not_found',
      'imports.not_checked',
      'imports.faulty',
      'imports.nothing_new',
      'imports.opening_over',
      'imports.own_upload',
    ],
  })
    .input(z.object({ id: Id }))
    .output(z.object({})),
  cancelImport: operation('POST /imports/{id}/cancel', {
    summary: 'Stops an upload at any step before its rows are written; nothing of it stays in the master.',
    access: 'imports:run',
    errors: ['imports.not_found', 'imports.over'],
  })
    .input(z.object({ id: Id }))
    .output(z.object({})),
};

const Download = z.object({ format: z.enum(sheetFormats).default('csv') });
const sheet = { description: 'The sheet.', types: Object.values(sheetTypes) };

const uploaded = {
  access: 'imports:run',
  answer: 'The id of the upload.',
  maximumBytes,
  tooLarge: 'imports.too_large',
  // 100 MiB over a line of 1 Mbit/s.
  seconds: 14 * 60,
} as const;
const fileErrors = [
  ...sheetErrors,
  ...(['imports.no_header', 'imports.empty', 'imports.too_many_rows', 'imports.aadhaar_column'] as const),
] as const;

export const importFiles = {
  upload: uploadOperation('/imports', {
    summary:
      'Uploads a sheet of students, colleges, a master or opening balances: the raw bytes as body, at most 100 MiB; CSV or XLSX by content. It is checked, and written by its own operation.',
    query: z.object({ of: z.enum(importKinds), name: FileName }),
    ...uploaded,
    errors: fileErrors,
  }),
  uploadMendedRows: uploadOperation('/imports/{id}/mended-rows', {
    summary: 'Uploads the mended file of faulty rows, which take the place of those in the upload.',
    query: z.object({ name: FileName }),
    ...uploaded,
    notFound: 'imports.not_found',
    errors: [
      ...fileErrors,
      'imports.not_checked',
      'imports.not_error_file',
      'imports.not_faulty_row',
      'imports.over',
    ],
  }),
  faultyRows: documentOperation('/imports/{id}/faulty-rows', {
    summary: 'The faulty rows of an upload as they came, with a last column that says what is wrong.',
    access: 'imports:run',
    query: Download,
    answers: sheet,
    notFound: 'imports.not_found',
  }),
};

/** A route for each kind: what it is of is an address, not an input. */
export function importTemplate(kind: ImportKind) {
  return documentOperation(`/import-templates/${kind}`, {
    summary: `A sheet of ${kind} with the right headers and one example row.`,
    access: 'imports:run',
    query: Download,
    answers: sheet,
  });
}
