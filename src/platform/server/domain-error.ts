import { ORPCError } from '@orpc/server';
import { type ErrorCode, type ErrorData, errorSentence, errorStatus } from '#shared/errors.ts';
import type { Failure } from '#shared/fields.ts';

type DataArgument<Code extends ErrorCode> = ErrorData<Code> extends undefined ? [] : [data: ErrorData<Code>];

/** A refusal as the server throws it: its code, what it carries, its HTTP status and its sentence in English. */
export type DomainError<Code extends string = string> = ORPCError<Code, unknown>;

/** The error of a refusal, with the status and the sentence of the one table; `throw domainError('files.empty')`. */
export function domainError<Code extends ErrorCode>(
  code: Code,
  ...[data]: DataArgument<Code>
): DomainError<Code> {
  return new ORPCError(code, {
    defined: true,
    status: errorStatus(code),
    message: errorSentence(code, data as ErrorData<Code>),
    data,
  });
}

/** Whether somebody was refused what they asked for; an outage, or a fault of ours, refuses nobody. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ORPCError && error.status < 500;
}

/** Throws what a rule of a feature's `rules.ts` answers, unless it is `true`. */
export function assertAllowed<Code extends ErrorCode>(
  ruling: true | Code,
  data: { [Key in Code]?: ErrorData<Key> } = {},
): void {
  if (ruling === true) return;
  throw errorOf(ruling, data[ruling]);
}

/** For a code that is handed on, whose type says nothing of what it carries. */
const errorOf = domainError as (code: ErrorCode, data: unknown) => DomainError<ErrorCode>;

/** A refusal as a record keeps it, in JSON: whoever reads it later is told in their own language. */
export function failureOf({ code, data, message }: DomainError): string {
  return JSON.stringify({ code, data, message } satisfies Failure);
}

/** What is wrong with one field of the input: the code with what it carries, and the sentence in English. */
export type FieldError = { path: string; code: ErrorCode; data?: unknown; message: string };

/** `path` is the input's, such as `drafts.0.drawnOn`. */
export function fieldError<Code extends ErrorCode>(
  path: string,
  code: Code,
  ...[data]: DataArgument<Code>
): FieldError {
  return { path, code, data, message: errorSentence(code, data as ErrorData<Code>) };
}

/** A refusal about single fields. */
export function invalidInput(issues: FieldError[]): DomainError<'request.invalid'> {
  return new ORPCError('request.invalid', {
    defined: true,
    status: errorStatus('request.invalid'),
    message: errorSentence('request.invalid', undefined),
    data: { issues },
  });
}

/** The refusal of the first field, where no form shows it at the field. */
export function asWhole(error: DomainError): DomainError {
  if (error.code !== 'request.invalid') return error;
  const [first] = (error.data as { issues: FieldError[] }).issues;
  return first ? errorOf(first.code, first.data) : error;
}
