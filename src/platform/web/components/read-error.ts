import { ORPCError } from '@orpc/client';
import { requestErrors } from '#shared/errors/request.ts';
import { t } from '#shared/words.ts';

/** One wrong field of the input, as the server names it. */
export type Issue = { path: string | readonly (string | number)[]; message: string };

/** What a person is told about a call that did not succeed. */
export type ReadError = {
  /** A code of #shared/errors.ts; `network` when no answer came. */
  code: string;
  sentence: string;
  /** Given for the unexpected, so that it can be quoted. */
  requestId: string | null;
  issues: readonly Issue[];
  /** Whether the server surely did not do it. After a lost connection nobody knows. */
  isCertain: boolean;
};

const unexpected = requestErrors['request.unexpected'].sentence;
const noAnswer = t`The portal cannot be reached. Check the connection and try again. Your input is saved.`;

export function readError(error: unknown): ReadError {
  if (error instanceof ORPCError) {
    // Our codes are `feature.reason`; the client library has its own for an answer that it cannot read.
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
  // fetch rejects with a TypeError when no answer comes; everything else is our own fault.
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

/** Who saved the newer version that made a call stale, null when nobody knows; undefined when it is another refusal. */
export function staleChangedBy(error: unknown): string | null | undefined {
  if (!(error instanceof ORPCError) || error.code !== 'records.stale') return undefined;
  return (error.data as { changedBy?: string | null } | undefined)?.changedBy ?? null;
}

/** What it needs of a form; any form of @mantine/form will do. */
export type IssueTarget = {
  getValues: () => unknown;
  setErrors: (errors: Record<string, string>) => void;
};

/** Puts the server's issues onto their fields and returns the sentences of those that belong to none. */
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
