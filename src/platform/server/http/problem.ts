import { ORPCError } from '@orpc/server';
import type { Logger } from 'pino';
import { faultOf } from '#platform/server/db/database-faults.ts';
import {
  type DomainError,
  domainError,
  type FieldError,
  fieldError,
  invalidInput,
} from '#platform/server/domain-error.ts';
import { registered } from '#platform/server/registered.ts';
import { isErrorCode } from '#shared/errors.ts';

/** RFC 9457; `code` is stable, `detail` is the message for people, `data` the error's data. */
export type Problem = {
  type: 'about:blank';
  title: string;
  status: number;
  detail: string;
  code: string;
  requestId: string;
  data?: unknown;
};

export function problemOf(error: DomainError, requestId: string): Problem {
  return {
    type: 'about:blank',
    title: error.code,
    status: error.status,
    detail: error.message,
    code: error.code,
    requestId,
    ...(error.data === undefined ? {} : { data: error.data }),
  };
}

/** Retry-After for overload errors that specify none. */
const retryAfterSeconds = 5;

export function problemHeaders(error: DomainError): Record<string, string> {
  const type = { 'content-type': 'application/problem+json' };
  if (error.status !== 429 && error.status !== 503) return type;
  const { retryAfterSeconds: seconds = retryAfterSeconds } = (error.data ?? {}) as {
    retryAfterSeconds?: number;
  };
  return { ...type, 'retry-after': String(Math.ceil(seconds)) };
}

/** Errors that Fastify finds before our code runs. */
const frameworkErrors: Record<string, 'request.bad_address' | 'request.too_large'> = {
  FST_ERR_BAD_URL: 'request.bad_address',
  FST_ERR_MAX_PARAM_LENGTH: 'request.bad_address',
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.too_large',
};

/** Maps every error to one of the error table; unexpected errors are logged and become `request.unexpected`. */
export function toDomainError(error: unknown, log: Logger): DomainError {
  if (error instanceof ORPCError) return fromFramework(error, log);
  // A library wrapped our own error, for example for a body that grows too large while it is stored.
  if (error instanceof Error && error.cause instanceof ORPCError) return fromFramework(error.cause, log);
  const fault = error as { code?: string; constraint?: string; message?: string };
  if (fault.code?.startsWith('FST_') && (error as { statusCode: number }).statusCode < 500)
    return domainError(frameworkErrors[fault.code] ?? 'request.unreadable');
  const byConstraint = fault.constraint ? registered.constraints[fault.constraint] : undefined;
  if (typeof byConstraint === 'string') return domainError(byConstraint);
  if (byConstraint) {
    return invalidInput([fieldError(byConstraint.field, byConstraint.code)]);
  }
  return unexpectedError(error, log);
}

function unexpectedError(error: unknown, log: Logger): DomainError {
  const fault = faultOf(error);
  if (fault === 'storage_full') {
    log.error({ err: error }, 'no space left on a disk');
    return domainError('request.storage_full');
  }
  if (fault === 'busy') {
    log.warn({ err: error }, 'the database is busy or cannot be reached');
    return domainError('request.busy');
  }
  log.error({ err: error }, 'unexpected error');
  return domainError('request.unexpected');
}

function fromFramework(error: DomainError, log: Logger): DomainError {
  if (isErrorCode(error.code)) return error;
  if (error.code === 'BAD_REQUEST') {
    const { issues } = (error.data ?? {}) as { issues?: SchemaIssue[] };
    if (!issues) return domainError('request.unreadable');
    return invalidInput(firstByPath(issues));
  }
  if (error.code === 'NOT_FOUND') return domainError('request.not_found');
  return unexpectedError(error.cause ?? error, log);
}

/** An issue of a schema; shared rules have an error code. */
type SchemaIssue = { path?: PropertyKey[]; message: string; params?: { code?: string; data?: unknown } };

/** One message for each field: the first. */
function firstByPath(issues: SchemaIssue[]): FieldError[] {
  const first = new Map<string, FieldError>();
  for (const { path: keys = [], message, params } of issues) {
    const path = keys.map(pathKey).join('.');
    const code = params?.code && isErrorCode(params.code) ? params.code : 'request.invalid_field';
    const { data } = params ?? {};
    if (!first.has(path)) first.set(path, { path, code, message, ...(data !== undefined && { data }) });
  }
  return [...first.values()];
}

function pathKey(key: unknown): string {
  return String(
    typeof key === 'object' && key !== null && 'key' in key ? (key as { key: PropertyKey }).key : key,
  );
}
