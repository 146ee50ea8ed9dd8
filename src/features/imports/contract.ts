import { z } from 'zod';
import { CollegeEntry } from '#features/colleges/contract.ts';
import { eachMaster } from '#features/masters/declared/masters.ts';
import { masterNames } from '#features/masters/declared/named-masters.ts';
import { StudentEntry } from '#features/students/contract.ts';
import { studentRecord } from '#features/students/studies.ts';
import { documentOperation, uploadOperation } from '#platform/contract/byte-operation.ts';
import { operation, readRecord } from '#platform/contract/operation.ts';
import type { DeclaredFields, FieldValue } from '#shared/declared-field.ts';
import {
  Failure,
  FileName,
  Id,
  Moment,
  PageRequest,
  pageOf,
  positiveRupees,
  typedNumber,
} from '#shared/fields.ts';
import type { TextKind } from '#shared/spreadsheet-damage.ts';
import {
  spreadsheetErrors,
  spreadsheetFormats,
  spreadsheetTypes,
  uploadFormats,
} from '#shared/spreadsheet-format.ts';
import { t } from '#shared/words.ts';
import { bareAmount, columnsOfFields } from './declared-columns.ts';
import { openingFields, openingKinds } from './opening-balances.ts';

export const importKinds = ['students', 'colleges', ...masterNames, ...openingKinds] as const;
export type ImportKind = (typeof importKinds)[number];

/** A column that an upload may have. */
export type ExpectedColumn = {
  field: string;
  /** The column's header in the template. */
  header: string;
  /** The same rule and message as in the form. */
  rule: z.ZodType<FieldValue>;
  isRequired: boolean;
  /** What counts as damage of its cells. */
  holds: TextKind;
  /** Its letters have to be those of the university's scripts. */
  isPrinted?: boolean;
  /** Missing from most files, so nobody is asked to map it. */
  isRare?: true;
  /** Other names in use, separated by commas; case, spaces and dots are ignored. */
  synonyms: string;
  /** The labels that each value has to be one of; they are recognised in every language of the portal. */
  words?: readonly string[];
  /** The value in the template's example row. */
  example: string;
};

const collegeCode = typedNumber()
  .transform((code) => code.replaceAll(' ', '').toUpperCase())
  .pipe(z.string().min(1, 'The code of a college, such as COL001.').max(12));

const writtenRupees = z
  .string()
  .transform(bareAmount)
  .pipe(z.string().regex(/^\d+$/, 'Whole rupees, such as 700.'))
  .transform(Number)
  .pipe(positiveRupees('The fee must be more than zero.'));

const codeSynonyms = 'code, college id, college no, institution code, inst code, coll code';

/** The declared fields of each kind of upload. */
export const declaredFields: Record<ImportKind, DeclaredFields> = {
  students: studentRecord,
  colleges: {},
  ...openingFields,
  ...eachMaster(({ fields }) => fields),
};

const ofStudents = columnsOf(
  { ...StudentEntry.shape, code: collegeCode },
  {
    code: { header: t`College code`, holds: 'code', synonyms: `college, ${codeSynonyms}`, example: 'COL001' },
    registrationNumber: {
      header: t`Registration number`,
      holds: 'number',
      synonyms: 'college registration number, registration no, reg number, reg no, usn, urn',
      example: 'REG000123',
    },
    examRollNumber: {
      header: t`Exam roll number`,
      holds: 'number',
      synonyms: 'exam roll no, exam roll, roll number, roll no, hall ticket number, hall ticket no',
      example: '24000123',
    },
    name: {
      header: t`Student name`,
      holds: 'name',
      synonyms: 'name, candidate name, candidate, student, name of the student, full name',
      example: 'Asha Rao',
    },
    nameNative: {
      header: t`Name in another script`,
      holds: 'name',
      isPrinted: true,
      synonyms:
        'native name, name native, name in kannada or devanagari, name in kannada, name in hindi, name in tamil, name in telugu, kannada name, hindi name, tamil name, telugu name',
      example: 'ಆಶಾ ರಾವ್',
    },
    address: {
      header: t`Address`,
      holds: 'address',
      synonyms: 'student address, postal address, permanent address, residential address',
      example: '12, Temple Road, Mysuru 570001',
    },
  },
);

export const expectedColumns: Record<ImportKind, readonly ExpectedColumn[]> = {
  students: [
    ...ofStudents,
    ...columnsOfFields(studentRecord).map((column) => ({ ...column, isRare: true as const })),
  ],
  colleges: columnsOf(
    { ...CollegeEntry.shape, convocationFee: writtenRupees },
    {
      code: { header: t`College code`, holds: 'code', synonyms: codeSynonyms, example: 'COL004' },
      name: {
        header: t`College name`,
        holds: 'text',
        isPrinted: true,
        synonyms: 'name, college, name of the college, institution, institution name',
        example: 'Government Arts College, Hassan',
      },
      contactNumber: {
        header: t`Contact number`,
        holds: 'number',
        synonyms: 'contact, contact no, phone, phone number, phone no, telephone, mobile',
        example: '08172 268301',
      },
      address: {
        header: t`Address`,
        holds: 'address',
        synonyms: 'college address, postal address',
        example: 'B M Road, Hassan 573201',
      },
      convocationFee: {
        header: t`Convocation fee`,
        holds: 'text',
        synonyms: 'fee, fees, convocation fees, convocation fee in rupees, amount',
        example: '700',
      },
      email: {
        header: t`Email Id`,
        holds: 'text',
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

/** Columns of an upload by field, each with its rule. A column is required if its rule rejects the empty string. */
function columnsOf<Field extends string>(
  rules: Record<NoInfer<Field>, ExpectedColumn['rule']>,
  columns: Record<Field, Pick<ExpectedColumn, 'header' | 'synonyms' | 'example' | 'holds' | 'isPrinted'>>,
): ExpectedColumn[] {
  return Object.entries<(typeof columns)[Field]>(columns).map(([field, column]) => {
    const rule = rules[field as Field];
    return { ...column, field, rule, isRequired: !rule.safeParse('').success };
  });
}

/** Header of the last column in the file of faulty rows. Its cells are never imported. */
export const faultHeader = 'What is wrong';

/** The column index (from 0) of each field; null if the file lacks the field. */
export type ColumnMapping = Record<string, number | null>;

const importStates = [
  'mapping',
  'checking',
  'checked',
  'committing',
  'committed',
  /** A four-eyes master: written once a second person confirms the proposal. */
  'proposed',
  'cancelled',
  'refused',
] as const;
export type ImportState = (typeof importStates)[number];

/** Just below a worksheet's limit (1,048,576 rows) and above the students of a university in twenty years. */
export const maximumRows = 1_000_000;
export const maximumBytes = 100 * 1024 * 1024;

/** What can be wrong with a row, by the form's rules or compared with other rows and records. */
const faultCodes = [
  'missing',
  'too_long',
  'format',
  'unreadable',
  /** Changed by the spreadsheet program that saved the file: `2.61E+07`, `01/02/2026`. */
  'spreadsheet',
  /** A word that stands for nothing, such as `NULL`. */
  'nothing',
  'doubtful',
  /** Of a corrected file: a cell that was right before has another value. */
  'changed',
  /** A date whose day and month may have changed places. */
  'swapped',
  'cells',
  'unknown',
  'repeated',
  'taken',
] as const;
export type FaultCode = (typeof faultCodes)[number];

/** An error stops all rows of the file; a warning waits until somebody accepts it. */
const FaultLevel = z.enum(['error', 'warning']);

export const Fault = z.object({
  /** Orders the faults within a row. */
  id: z.number().int(),
  /** Counted as in a spreadsheet: the header is row 1. */
  rowNumber: z.number().int(),
  /** Null when the row as a whole is wrong. */
  field: z.string().nullable(),
  level: FaultLevel,
  code: z.enum(faultCodes),
  found: z.string(),
  wanted: z.string(),
  /** Who accepted a warning. */
  acceptedBy: z.string().nullable(),
});
export type Fault = z.infer<typeof Fault>;

/** How many rows have one kind of fault in one column, and how many of them somebody has accepted. */
export const FaultKind = Fault.pick({ field: true, level: true, code: true }).extend({
  count: z.number().int(),
  acceptedCount: z.number().int(),
});
export type FaultKind = z.infer<typeof FaultKind>;

export const Progress = z.object({
  step: z.enum(['waiting', 'reading', 'comparing', 'writing']),
  rowsDone: z.number().int(),
  /** Null while unknown: a workbook does not give its row count until its end. An estimate for CSV files. */
  rowsTotal: z.number().int().nullable(),
  rowsPerSecond: z.number().int(),
  secondsLeft: z.number().int().nullable(),
});
export type Progress = z.infer<typeof Progress>;

export const ImportFile = z.object({
  name: z.string(),
  format: z.enum(uploadFormats),
  byteSize: z.number().int(),
  sha256: z.string(),
  uploadedBy: z.string(),
  uploadedAt: Moment,
  /** Why these corrected rows could not be used. */
  failure: Failure.nullable(),
});

/** An upload in the list of earlier ones. The counts are set once it is checked. */
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
  /** The warnings that nobody has accepted yet. */
  warningCount: z.number().int(),
  /** The sum of the new rows in sheets or rupees; null for kinds without a sum. */
  newTotal: z.number().int().nullable(),
  /** Why the file cannot be used, or why the last step failed. */
  failure: Failure.nullable(),
});
export type Import = z.infer<typeof Import>;

export const ImportDetail = Import.extend({
  /** The original file first, then the files of corrected rows in the order of their upload. */
  files: z.array(ImportFile).min(1),
  headers: z.array(z.string()),
  /** The first values of each column, to tell the columns apart. */
  samples: z.array(z.array(z.string())),
  columns: z.record(z.string(), z.number().int().nullable()),
  /** The worksheet that is read, if the workbook has others that are ignored or hidden. */
  sheetName: z.string().nullable(),
  ignoredSheets: z.number().int(),
  hiddenSheets: z.number().int(),
  progress: Progress.nullable(),
  /** Of an upload that is checked and not saved yet. */
  faultKinds: z.array(FaultKind),
  /** Everybody who uploaded one of its files. */
  uploaderIds: z.array(Id),
  /**
   * For opening balances: whether an application has been received, which changes the rules (see `importCan.commit`).
   */
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
    summary: 'A page of the faults of an upload, by row number; of one level, if asked for.',
    access: 'imports:run',
    errors: ['imports.not_found'],
  })
    .input(z.object({ id: Id, level: FaultLevel.optional() }).extend(PageRequest.shape))
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
  acceptImportWarnings: operation('POST /imports/{id}/accept-warnings', {
    summary:
      'Accepts warnings of an upload, one by one or all of one kind, so that their rows are saved as they are.',
    access: 'imports:run',
    errors: ['imports.not_found', 'imports.not_checked', 'imports.not_warning', 'imports.warnings_changed'],
  })
    .input(
      z.object({ id: Id }).and(
        z.union([
          z.object({ warningIds: z.array(Fault.shape.id).min(1).max(1_000) }),
          FaultKind.pick({ field: true, code: true }).extend({
            count: z
              .number()
              .int()
              .optional()
              .describe('How many the person saw waiting; with another number none is accepted.'),
          }),
        ]),
      ),
    )
    .output(z.object({})),
  commitImport: operation('POST /imports/{id}/commit', {
    summary: 'Has all rows written at once, if every one of them is still good.',
    access: 'imports:run',
    errors: [
      'imports.not_found',
      'imports.not_checked',
      'imports.faulty',
      'imports.doubtful',
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

const Download = z.object({ format: z.enum(spreadsheetFormats).default('csv') });
const sheet = { description: 'The sheet.', types: Object.values(spreadsheetTypes) };

const uploaded = {
  access: 'imports:run',
  answer: 'The id of the upload.',
  maximumBytes,
  tooLarge: 'imports.too_large',
  // 100 MiB at 1 Mbit/s.
  seconds: 14 * 60,
} as const;
const fileErrors = [
  ...spreadsheetErrors,
  ...(['imports.no_header', 'imports.empty', 'imports.too_many_rows', 'imports.aadhaar_column'] as const),
] as const;

export const importFiles = {
  upload: uploadOperation('/imports', {
    summary:
      'Uploads a sheet of students, colleges, a master or opening balances: the raw bytes as body, at most 100 MiB; CSV, XLSX or a web page with a table by content. It is checked, and written by its own operation.',
    query: z.object({ of: z.enum(importKinds), name: FileName }),
    ...uploaded,
    errors: fileErrors,
  }),
  uploadCorrectedRows: uploadOperation('/imports/{id}/corrected-rows', {
    summary: 'Uploads the corrected file of faulty rows, which replace those of the upload.',
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
    summary:
      'The rows of an upload with errors or warnings as they came, with a last column that says what is wrong.',
    access: 'imports:run',
    query: Download,
    answers: sheet,
    notFound: 'imports.not_found',
  }),
};

/** One route for each kind, so that the kind is part of the path. */
export function importTemplate(kind: ImportKind) {
  return documentOperation(`/import-templates/${kind}`, {
    summary: `A sheet of ${kind} with the right headers and one example row.`,
    access: 'imports:run',
    query: Download,
    answers: sheet,
  });
}
