import { applicationsErrors } from './errors/applications.ts';
import { authErrors } from './errors/auth.ts';
import { bankStatementsErrors } from './errors/bank-statements.ts';
import { certificatesErrors } from './errors/certificates.ts';
import { checklistErrors } from './errors/checklist.ts';
import { collegesErrors } from './errors/colleges.ts';
import { demandDraftsErrors } from './errors/demand-drafts.ts';
import type { ErrorEntries } from './errors/error-entry.ts';
import { filesErrors } from './errors/files.ts';
import { importsErrors } from './errors/imports.ts';
import { mastersErrors } from './errors/masters.ts';
import { packsErrors } from './errors/packs.ts';
import { printRunsErrors } from './errors/print-runs.ts';
import { recoveriesErrors } from './errors/recoveries.ts';
import { reprintsErrors } from './errors/reprints.ts';
import { requestErrors } from './errors/request.ts';
import { rollsErrors } from './errors/rolls.ts';
import { signingErrors } from './errors/signing.ts';
import { staffErrors } from './errors/staff.ts';
import { stockErrors } from './errors/stock.ts';
import { studentsErrors } from './errors/students.ts';
import { templatesErrors } from './errors/templates.ts';

/** All domain errors. Codes are `feature.reason`; screens and integrators switch on them, never on messages. */
const errors = {
  ...requestErrors,
  ...authErrors,
  ...filesErrors,
  ...stockErrors,
  ...collegesErrors,
  ...mastersErrors,
  ...packsErrors,
  ...checklistErrors,
  ...studentsErrors,
  ...staffErrors,
  ...applicationsErrors,
  ...demandDraftsErrors,
  ...certificatesErrors,
  ...rollsErrors,
  ...templatesErrors,
  ...printRunsErrors,
  ...signingErrors,
  ...recoveriesErrors,
  ...reprintsErrors,
  ...bankStatementsErrors,
  ...importsErrors,
} as const satisfies ErrorEntries;

export type ErrorCode = keyof typeof errors;

type SentenceOf<Entry> = Entry extends { sentence: infer Sentence } ? Sentence : Entry;

export type ErrorData<Code extends ErrorCode> =
  SentenceOf<(typeof errors)[Code]> extends (data: infer Data) => string ? Data : undefined;

/** The codes without data. */
export type PlainErrorCode = {
  [Code in ErrorCode]: ErrorData<Code> extends undefined ? Code : never;
}[ErrorCode];

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errors, code);
}

export function errorStatus(code: ErrorCode): number {
  const entry = errors[code];
  if (typeof entry === 'object') return entry.status;
  return code.endsWith('not_found') ? 404 : 409;
}

export function errorSentence<Code extends ErrorCode>(code: Code, data: ErrorData<Code>): string {
  const entry = errors[code];
  const sentence = (typeof entry === 'object' ? entry.sentence : entry) as
    | string
    | ((data: ErrorData<Code>) => string);
  return typeof sentence === 'string' ? sentence : sentence(data);
}

/** The data that the messages of several errors need together; unknown if none needs any. */
type DataOfAny<Code extends ErrorCode> = {
  [Each in Code]: (data: ErrorData<Each> extends undefined ? unknown : ErrorData<Each>) => void;
}[Code] extends (data: infer Data) => void
  ? Data
  : never;

/** The message of a rule's error, for the button that it disables; null if allowed. */
export function whyNot<Code extends ErrorCode>(
  ruling: true | Code,
  ...data: unknown extends DataOfAny<Code> ? [] : [DataOfAny<Code>]
): string | null {
  return ruling === true ? null : errorSentence(ruling, data[0] as ErrorData<Code>);
}
