import { ORPCError } from '@orpc/client';
import { currentLanguage, loadWholeLanguage } from '#platform/web/languages/language.ts';
import { t } from '#shared/words.ts';
import type { Problem } from './error-messages.ts';

/**
 * No response: the network, the proxy or the server is down, and whether the request was executed is unknown. A
 * TypeError, like the one that `fetch` itself rejects with.
 */
export class PortalUnreachable extends TypeError {
  constructor(cause?: unknown) {
    super(t`The portal cannot be reached. Check the network. Your input is saved.`, { cause });
    this.name = 'PortalUnreachable';
  }
}

/** An error with its message in the user's language. */
export async function readProblem(body: unknown, status: number): Promise<ORPCError<string, unknown>> {
  return errorOfProblem(body, status, await loadMessages());
}

/** An error with the server's code, message and data; unexpected errors also contain the request id. */
export function errorOfProblem(
  body: unknown,
  status: number,
  sentenceOf = originalMessage,
): ORPCError<string, unknown> {
  const problem: Problem = typeof body === 'object' && body !== null ? body : {};
  const carried = typeof problem.data === 'object' && problem.data !== null ? problem.data : {};
  return new ORPCError(problem.code ?? 'request.unexpected', {
    status,
    message: sentenceOf(problem, carried) ?? t`The portal sent an unexpected response (${status}).`,
    data: status >= 500 ? { ...carried, requestId: problem.requestId } : translateIssues(carried, sentenceOf),
  });
}

/** The same for single fields. */
function translateIssues(carried: object, sentenceOf: typeof originalMessage): object {
  const { issues } = carried as { issues?: { code?: string; message: string; data?: object }[] };
  if (sentenceOf === originalMessage || !Array.isArray(issues)) return carried;
  const translated = issues.map(({ code = 'request.invalid_field', data, ...issue }) => ({
    ...issue,
    message: sentenceOf({ code, detail: issue.message }, data ?? {}),
  }));
  return { ...carried, issues: translated };
}

/** The server's message is English; the table of translations is too large for the login page. */
async function loadMessages(): Promise<typeof originalMessage> {
  if (currentLanguage() === 'en') return originalMessage;
  await loadWholeLanguage();
  return import('./error-messages.ts').then(
    ({ sentenceOf }) => sentenceOf,
    () => originalMessage,
  );
}

/** `data` is the input of translated messages. */
function originalMessage({ detail, title }: Problem, _data: object): string | undefined {
  return detail ?? title;
}

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof ORPCError && error.code === code;
}

/** The request id to quote when reporting an unexpected error. */
export function requestIdOf(error: unknown): string | undefined {
  if (!(error instanceof ORPCError)) return undefined;
  const data: { requestId?: unknown } | undefined = error.data;
  return typeof data?.requestId === 'string' ? data.requestId : undefined;
}
