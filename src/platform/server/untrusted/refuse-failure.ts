import { ORPCError } from '@orpc/server';
import { domainError } from '#platform/server/domain-error.ts';
import type { PlainErrorCode } from '#shared/errors.ts';

/** Reads an upload with a library: whatever that throws is refused with `code`, so that no file causes a 500. */
export async function refuseFailure<Result>(
  code: PlainErrorCode,
  read: () => Promise<Result>,
): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof ORPCError ? error : domainError(code);
  }
}
