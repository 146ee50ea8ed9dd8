import { ORPCError } from '@orpc/client';
import { expect } from 'vitest';
import { type ErrorCode, errorStatus, isErrorCode } from '#shared/errors.ts';

/** Expects that the portal refuses with this code, and returns the refusal for a closer look. */
export async function expectDomainError(
  attempt: Promise<unknown>,
  code: ErrorCode,
): Promise<ORPCError<string, unknown>> {
  const outcome = await attempt.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  expect(outcome).toHaveProperty('error');
  const { error } = outcome as { error: unknown };
  expect(error).toBeInstanceOf(ORPCError);
  const refusal = error as ORPCError<string, unknown>;
  expect(refusal.code, refusal.message).toBe(code);
  return refusal;
}

/** The constraint by which the database refuses a statement; undefined where it takes it. */
export function constraintOf(statement: Promise<unknown>): Promise<string | undefined> {
  return statement.then(
    () => undefined,
    (error: { constraint?: string }) => error.constraint,
  );
}

/** What an act gave, or that a rule refused it; any other error fails the test. */
export async function orRefused<Output>(act: Promise<Output>, name: string): Promise<Output | 'refused'> {
  try {
    return await act;
  } catch (error) {
    const isTyped = error instanceof ORPCError && isErrorCode(error.code) && errorStatus(error.code) < 500;
    expect(isTyped, `${name}: ${error}`).toBe(true);
    return 'refused';
  }
}

/** The fields that a refused input names, in order, with their sentences. */
export function issuesOf(refusal: ORPCError<string, unknown>): { path: string; message: string }[] {
  const { issues } = refusal.data as { issues: { path: string; message: string }[] };
  return issues.map(({ path, message }) => ({ path, message }));
}
