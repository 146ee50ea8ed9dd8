import { ORPCError } from '@orpc/client';
import { currentLanguage } from '#platform/web/languages/language.ts';
import { errorSentence, isErrorCode } from '#shared/errors.ts';
import type { Failure } from '#shared/fields.ts';
import { t } from '#shared/words.ts';

/** An RFC 9457 body as the portal's server writes it. */
type Problem = {
  title?: string;
  status?: number;
  detail?: string;
  code?: string;
  requestId?: string;
  data?: unknown;
};

/**
 * No answer came: the network, the proxy or the server is down. Nothing is known about whether it was done.
 * A TypeError, as the one that `fetch` itself rejects with.
 */
export class PortalUnreachable extends TypeError {
  constructor(cause?: unknown) {
    super(t`The portal cannot be reached. Check the network. Your input is saved.`, { cause });
    this.name = 'PortalUnreachable';
  }
}

/** A refusal with the server's code, sentence and data; what nobody foresaw also carries its request id to quote. */
export function errorOfProblem(body: unknown, status: number): ORPCError<string, unknown> {
  const problem: Problem = typeof body === 'object' && body !== null ? body : {};
  const carried = typeof problem.data === 'object' && problem.data !== null ? problem.data : {};
  return new ORPCError(problem.code ?? 'request.unexpected', {
    status,
    message: sentenceOf(problem, carried) ?? t`The portal sent an unexpected response (${status}).`,
    data: status >= 500 ? { ...carried, requestId: problem.requestId } : translated(carried),
  });
}

/** The same of single fields. */
function translated(carried: object): object {
  const { issues } = carried as { issues?: { code?: string; message: string; data?: object }[] };
  if (currentLanguage() === 'en' || !Array.isArray(issues)) return carried;
  const inWords = issues.map(({ code = 'request.invalid_field', data, ...issue }) => ({
    ...issue,
    message: sentenceOf({ code, detail: issue.message }, data ?? {}),
  }));
  return { ...carried, issues: inWords };
}

/** The server says it in English; in another language the same table says it here. */
function sentenceOf({ code = '', detail, title }: Problem, data: object): string | undefined {
  if (currentLanguage() === 'en' || !isErrorCode(code)) return detail ?? title;
  // What the server sent with the code is what the table of its sentences takes.
  return errorSentence(code, data as never);
}

/** What a record keeps of a refusal, in the reader's language. */
export function failureSentence({ code, data, message }: Failure): string {
  return sentenceOf({ code, detail: message }, (data ?? {}) as object) ?? message;
}

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof ORPCError && error.code === code;
}

/** What to quote when reporting an unexpected error. */
export function requestIdOf(error: unknown): string | undefined {
  if (!(error instanceof ORPCError)) return undefined;
  const data: { requestId?: unknown } | undefined = error.data;
  return typeof data?.requestId === 'string' ? data.requestId : undefined;
}
