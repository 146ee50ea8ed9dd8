import { z } from 'zod';
import { Id, Version } from '#shared/identifiers.ts';
import { type OperationOptions, operation } from './operation.ts';

type RecordOptions = Omit<OperationOptions, 'method'>;

/** Reads one record, or what belongs to it, by its id. */
export function readRecord<Answer extends z.ZodType>({
  answer,
  ...options
}: RecordOptions & { answer: Answer }) {
  return operation({ ...options, method: 'GET' })
    .input(z.object({ id: Id }))
    .output(answer);
}

/**
 * An act on one record by the version that the caller has seen, refused when a colleague changed it since; `fields` is
 * what has to be said besides.
 */
export function changeRecord<Fields extends z.ZodRawShape = Record<never, never>>({
  fields,
  errors = [],
  ...options
}: RecordOptions & { fields?: Fields }) {
  // Where nothing else is said, `Fields` is the shape without any.
  const said = fields ?? ({} as Fields);
  return operation({
    ...options,
    method: 'POST',
    errors: [...new Set([...errors, 'records.stale' as const])],
  })
    .input(z.object({ id: Id, version: Version, ...said }))
    .output(z.object({ version: Version }));
}
