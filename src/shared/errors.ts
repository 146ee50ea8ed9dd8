import type { ErrorEntries } from './error-entry.ts';
import { type Declared, type NameOf, registered } from './feature.ts';

/** The code of a domain error, `feature.reason`. Screens and integrators switch on codes, never on messages. */
export type ErrorCode = NameOf<'errors'>;

type EntryOf<Errors, Code> = Code extends string
  ? Errors extends Record<Code, infer Entry>
    ? Entry
    : never
  : never;
type SentenceOf<Entry> = Entry extends { sentence: infer Sentence } ? Sentence : Entry;

export type ErrorData<Code extends ErrorCode> =
  SentenceOf<EntryOf<Declared<'errors'>, Code>> extends (data: infer Data) => string ? Data : undefined;

/** The data of an error as the last argument, absent where it has none. */
export type DataArgument<Code extends ErrorCode> =
  ErrorData<Code> extends undefined ? [] : [data: ErrorData<Code>];

/** The codes without data. */
export type PlainErrorCode = {
  [Code in ErrorCode]: ErrorData<Code> extends undefined ? Code : never;
}[ErrorCode];

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(registered.errors, code);
}

function entryOf(code: ErrorCode): ErrorEntries[string] {
  const entry = registered.errors[code];
  if (entry === undefined) throw new Error(`No feature declares the error ${code}.`);
  return entry;
}

export function errorStatus(code: ErrorCode): number {
  const entry = entryOf(code);
  if (typeof entry === 'object') return entry.status;
  return code.endsWith('not_found') ? 404 : 409;
}

export function errorSentence<Code extends ErrorCode>(code: Code, data: ErrorData<Code>): string {
  const entry = entryOf(code);
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
