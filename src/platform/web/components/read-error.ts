import { ORPCError } from '@orpc/client';
import { requestErrors } from '#platform/contract/request-errors.ts';
import { t } from '#shared/words.ts';

/** One invalid field of the input, as the server reports it. */
export type Issue = { path: string | readonly (string | number)[]; message: string };

/** What is shown to the person about a failed call. */
export type ReadError = {
  /** A code of #shared/errors.ts; `network` if there was no response. */
  code: string;
  sentence: string;
  /** For unexpected errors, to be quoted. */
  requestId: string | null;
  issues: readonly Issue[];
  /** Whether the server surely did not execute it; unknown after a lost connection. */
  isCertain: boolean;
};

const unexpected = requestErrors['request.unexpected'].sentence;
const noAnswer = t`The portal cannot be reached. Check the connection and try again. Your input is saved.`;

export function readError(error: unknown): ReadError {
  if (error instanceof ORPCError) {
    // Our codes are `feature.reason`; the client library has its own for unreadable responses.
    const known = error.code.includes('.');
    const data = (error.data ?? {}) as { issues?: readonly Issue[]; requestId?: string };
    return {
      code: error.code,
      sentence: known ? error.message : unexpected,
      requestId: data.requestId ?? null,
      issues: data.issues ?? [],
      isCertain: known && error.status < 500,
    };
  }
  // fetch rejects with a TypeError if there is no response; everything else is a bug.
  const isNetwork =
    error instanceof TypeError || (error instanceof DOMException && error.name === 'NetworkError');
  return {
    code: isNetwork ? 'network' : 'request.unexpected',
    sentence: isNetwork ? noAnswer : unexpected,
    requestId: null,
    issues: [],
    isCertain: false,
  };
}

/** Who saved the newer version that made a call stale, null if unknown; undefined for other errors. */
export function staleChangedBy(error: unknown): string | null | undefined {
  if (!(error instanceof ORPCError) || error.code !== 'records.stale') return undefined;
  return (error.data as { changedBy?: string | null } | undefined)?.changedBy ?? null;
}

/** The required part of a @mantine/form form. */
export type IssueTarget = {
  getValues: () => unknown;
  setErrors: (errors: Record<string, string>) => void;
};

/** Sets the server's issues on their fields and returns the messages of those without a field. */
export function applyIssues(form: IssueTarget, issues: readonly Issue[]): string[] {
  const onFields: Record<string, string> = {};
  const elsewhere: string[] = [];
  const values = form.getValues();
  for (const issue of issues) {
    const steps = typeof issue.path === 'string' ? issue.path.split('.') : issue.path.map(String);
    const field = steps.join('.');
    if (field !== '' && hasField(values, steps)) onFields[field] ??= issue.message;
    else elsewhere.push(issue.message);
  }
  form.setErrors(onFields);
  return elsewhere;
}

function hasField(values: unknown, steps: readonly string[]): boolean {
  let level = values;
  for (const step of steps) {
    if (level === null || typeof level !== 'object' || !Object.hasOwn(level, step)) return false;
    level = (level as Record<string, unknown>)[step];
  }
  return true;
}
