import type { AnyContractProcedure } from '@orpc/contract';
import { z } from 'zod';
import type { InputOf, OperationMeta, OutputOf } from '#platform/contract/operation.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { Settings } from '#platform/server/settings.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { PageRequest } from '#shared/fields.ts';
import type { ListLayout } from '#shared/list-layout.ts';
import type { Access, Permission } from '#shared/permissions.ts';

/** A list export for the route, which does not know the row type. */
export type ListExport = {
  layout: ListLayout<never>;
  access: Access;
  /** The errors of the list's own operation. */
  errors: readonly ErrorCode[];
  /** Filters, search and order of the list; unknown parameters are refused rather than silently ignored. */
  input: z.ZodObject;
  /** Runs inside a transaction, so it opens none of its own. `limit` is far above that of a screen. */
  read(db: Db, input: object & PageRequest, settings: Settings): Promise<Page>;
  onRequest: OnRequest<never> | undefined;
};

/** The layout's columns on request: who may have them, and what adds them to the rows of a page. */
type OnRequest<Row> = {
  access: Permission;
  complete(db: Db, rows: Row[]): Promise<Row[]>;
};

export type Page = { rows: never[]; nextCursor: string | null };

/** The row type of an operation that returns pages, or a short list at once. */
export type RowOf<Operation extends AnyContractProcedure> =
  OutputOf<Operation> extends { rows: (infer Row)[] }
    ? Row
    : OutputOf<Operation> extends (infer Row)[]
      ? Row
      : never;

/** Makes a list's export from its layout, its operation, and the query that reads a page. */
export function exportList<Row, Operation extends AnyContractProcedure>(
  layout: ListLayout<Row>,
  operation: Operation,
  read: (
    db: Db,
    input: InputOf<Operation>,
    settings: Settings,
  ) => Promise<Row[] | { rows: Row[]; nextCursor: string | null }>,
  onRequest?: OnRequest<Row>,
): ListExport {
  const { meta, errorMap, inputSchema } = operation['~orpc'];
  if (!(inputSchema instanceof z.ZodObject)) throw new Error(`${layout.name} is not listed by an object.`);
  const ofPages = Object.keys(PageRequest.shape).filter((key) => key in inputSchema.shape);
  return {
    layout: layout as ListLayout<never>,
    access: (meta as OperationMeta).access,
    errors: Object.keys(errorMap) as ErrorCode[],
    input: inputSchema
      .omit(Object.fromEntries(ofPages.map((key) => [key, true])) as Record<string, true>)
      .strict(),
    read: async (db, input, settings) => {
      const answer: unknown = await read(db, input as InputOf<Operation>, settings);
      // Only the layout knows the row type.
      return Array.isArray(answer) ? { rows: answer as never[], nextCursor: null } : (answer as Page);
    },
    onRequest: onRequest as ListExport['onRequest'],
  };
}
