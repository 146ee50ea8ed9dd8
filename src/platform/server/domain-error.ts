import { ORPCError } from '@orpc/server';
import {
  type DataArgument,
  type ErrorCode,
  type ErrorData,
  errorSentence,
  errorStatus,
} from '#shared/errors.ts';
import type { Failure } from '#shared/fields.ts';

/** An error that the server throws for the client: code, data, HTTP status and English message. */
export type DomainError<Code extends string = string> = ORPCError<Code, unknown>;

/** Creates an error with the status and message of the error table; `throw domainError('files.empty')`. */
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

/** Whether the error is a refusal of the request, not an outage or a bug. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ORPCError && error.status < 500;
}

/** Throws the code that a rule of a feature's `rules.ts` returns, unless it is `true`. */
export function assertAllowed<Code extends ErrorCode>(
  ruling: true | Code,
  data: { [Key in Code]?: ErrorData<Key> } = {},
): void {
  if (ruling === true) return;
  throw errorOf(ruling, data[ruling]);
}

/** For a code whose data type is unknown. */
const errorOf = domainError as (code: ErrorCode, data: unknown) => DomainError<ErrorCode>;

/** An error as records store it, in JSON: readers see it in their own language. */
export function failureOf({ code, data, message }: DomainError): string {
  return JSON.stringify({ code, data, message } satisfies Failure);
}

/** The error of one input field: code, data and English message. */
export type FieldError = { path: string; code: ErrorCode; data?: unknown; message: string };

/** `path` is that of the input, such as `drafts.0.drawnOn`. */
export function fieldError<Code extends ErrorCode>(
  path: string,
  code: Code,
  ...[data]: DataArgument<Code>
): FieldError {
  return { path, code, data, message: errorSentence(code, data as ErrorData<Code>) };
}

export function invalidInput(issues: FieldError[]): DomainError<'request.invalid'> {
  return new ORPCError('request.invalid', {
    defined: true,
    status: errorStatus('request.invalid'),
    message: errorSentence('request.invalid', undefined),
    data: { issues },
  });
}

/** The error of the first field, for callers without a form. */
export function firstFieldError(error: DomainError): DomainError {
  if (error.code !== 'request.invalid') return error;
  const [first] = (error.data as { issues: FieldError[] }).issues;
  return first ? errorOf(first.code, first.data) : error;
}
