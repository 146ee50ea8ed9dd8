import { ORPCError } from '@orpc/client';
import { expect, test } from 'vitest';
import { errorSentence, errorStatus } from '#shared/errors.ts';
import { readError } from './read-error.ts';

test.each([
  ['request.busy', false],
  ['request.unexpected', false],
  ['request.not_found', true],
] as const)('after %s it is certain that nothing was done: %s', (code, isCertain) => {
  const error = new ORPCError(code, { status: errorStatus(code), message: errorSentence(code, undefined) });
  expect(readError(error)).toMatchObject({ code, isCertain, sentence: errorSentence(code, undefined) });
});
