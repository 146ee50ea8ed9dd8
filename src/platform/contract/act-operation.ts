import { z } from 'zod';
import { Id, Version } from '#shared/identifiers.ts';
import { type OperationOptions, operation } from './operation.ts';

/**
 * One act on a record that was read: its input names the record's version and what else the act `asks`, and the answer
 * is the version that it has from then on.
 */
export function actOperation<Asked extends z.ZodRawShape = Record<never, never>>({
  asks,
  ...options
}: Omit<OperationOptions, 'method'> & { asks?: Asked }) {
  // Where nothing else is asked, `Asked` is the shape without fields.
  const asked = asks ?? ({} as Asked);
  return operation({ ...options, method: 'POST' })
    .input(z.object({ id: Id, version: Version, ...asked }))
    .output(z.object({ version: Version }));
}
