import { z } from 'zod';
import { type OperationOptions, operation } from './operation.ts';

/** Adds the named amounts of all rows up that a list's filters leave, in whole rupees; declared beside its two operations. */
export function sumOperation<Filters extends z.ZodObject, Name extends string>(
  {
    of,
    filters,
    ...options
  }: Omit<OperationOptions, 'method' | 'summary'> & { of: string; filters: Filters },
  names: readonly Name[],
) {
  const sums = Object.fromEntries(names.map((name) => [name, z.int()])) as Record<Name, z.ZodInt>;
  return operation({
    ...options,
    method: 'GET',
    path: `${options.path}/sums`,
    summary: `The amounts of ${of}, added up.`,
  })
    .input(filters)
    .output(z.object(sums));
}
