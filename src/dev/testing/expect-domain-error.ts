import { ORPCError } from '@orpc/client';
import { expect } from 'vitest';
import type { ErrorCode } from '#shared/errors.ts';

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

/** The fields that a refused input names, in order, with their sentences. */
export function issuesOf(refusal: ORPCError<string, unknown>): { path: string; message: string }[] {
  const { issues } = refusal.data as { issues: { path: string; message: string }[] };
  return issues.map(({ path, message }) => ({ path, message }));
}
