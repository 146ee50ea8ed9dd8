import { z } from 'zod';
import type { OperationMeta } from '#platform/contract/operation.ts';
import type { Scope } from '#platform/server/actor.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { ListSheet } from '#shared/list-sheet.ts';
import { PageRequest } from '#shared/paging.ts';
import type { Access } from '#shared/permissions.ts';

/** A list that can be saved as a file, as the route knows it: what a row is, only the list's own feature knows. */
export type ListExport = {
  sheet: ListSheet<never>;
  access: Access;
  /** The errors of the list's own operation. */
  errors: readonly ErrorCode[];
  /** Filters, search and order of the list; whatever else is asked is refused, because it would be left out silently. */
  input: z.ZodObject;
  read(db: Db, scope: Scope, input: object & PageRequest): Promise<Page>;
};

export type Page = { rows: never[]; nextCursor: string | null };

/** The declaration of an operation that lists: who may, and what it is asked. */
type ListOperation<Input> = {
  '~orpc': { meta: OperationMeta; errorMap: object; inputSchema?: z.ZodType<Input> };
};

/** Makes a list's export of what it has already: layout, operation, and the function that reads a page. */
export function listExport<Row, Input extends PageRequest>(list: {
  sheet: ListSheet<Row>;
  operation: ListOperation<Input>;
  read: (db: Db, scope: Scope, input: Input) => Promise<{ rows: Row[]; nextCursor: string | null }>;
}): ListExport {
  const { meta, errorMap, inputSchema } = list.operation['~orpc'];
  if (!(inputSchema instanceof z.ZodObject))
    throw new Error(`${list.sheet.name} is not listed by an object.`);
  const ofPages = Object.keys(PageRequest.shape).filter((key) => key in inputSchema.shape);
  return {
    sheet: list.sheet,
    access: meta.access,
    errors: Object.keys(errorMap) as ErrorCode[],
    input: inputSchema
      .omit(Object.fromEntries(ofPages.map((key) => [key, true])) as Record<string, true>)
      .strict(),
    read: list.read as unknown as ListExport['read'],
  };
}

/** The same of an operation that answers with all of its rows at once, because they are few. */
export function shortListExport<Row, Input extends object>(list: {
  sheet: ListSheet<Row>;
  operation: ListOperation<Input>;
  read: (db: Db, scope: Scope, input: Input) => Promise<Row[]>;
}): ListExport {
  return listExport<Row, Input & PageRequest>({
    sheet: list.sheet,
    operation: list.operation as ListOperation<Input & PageRequest>,
    read: async (db, scope, input) => ({ rows: await list.read(db, scope, input), nextCursor: null }),
  });
}
