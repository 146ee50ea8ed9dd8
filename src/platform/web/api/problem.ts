import { ORPCError } from '@orpc/client';
import { currentLanguage } from '#platform/web/languages/language.ts';
import { t } from '#shared/words.ts';
import type { Problem } from './refusals.ts';

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

/** A refusal in the reader's language. */
export async function readProblem(body: unknown, status: number): Promise<ORPCError<string, unknown>> {
  return errorOfProblem(body, status, await sentencesHere());
}

/** A refusal with the server's code, sentence and data; what nobody foresaw also carries its request id to quote. */
export function errorOfProblem(
  body: unknown,
  status: number,
  sentenceOf = asSent,
): ORPCError<string, unknown> {
  const problem: Problem = typeof body === 'object' && body !== null ? body : {};
  const carried = typeof problem.data === 'object' && problem.data !== null ? problem.data : {};
  return new ORPCError(problem.code ?? 'request.unexpected', {
    status,
    message: sentenceOf(problem, carried) ?? t`The portal sent an unexpected response (${status}).`,
    data: status >= 500 ? { ...carried, requestId: problem.requestId } : withIssuesSaid(carried, sentenceOf),
  });
}

/** The same of single fields. */
function withIssuesSaid(carried: object, sentenceOf: typeof asSent): object {
  const { issues } = carried as { issues?: { code?: string; message: string; data?: object }[] };
  if (sentenceOf === asSent || !Array.isArray(issues)) return carried;
  const said = issues.map(({ code = 'request.invalid_field', data, ...issue }) => ({
    ...issue,
    message: sentenceOf({ code, detail: issue.message }, data ?? {}),
  }));
  return { ...carried, issues: said };
}

/** The server says it in English; the table that says it in other languages is too large for the login page. */
async function sentencesHere(): Promise<typeof asSent> {
  if (currentLanguage() === 'en') return asSent;
  return import('./refusals.ts').then(
    ({ sentenceOf }) => sentenceOf,
    () => asSent,
  );
}

/** `data` is what the sentence of the code takes, where it is said anew. */
function asSent({ detail, title }: Problem, _data: object): string | undefined {
  return detail ?? title;
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
