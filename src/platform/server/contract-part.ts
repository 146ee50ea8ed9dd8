import type { AnyContractProcedure } from '@orpc/contract';
import { implement, type Router } from '@orpc/server';
import type { InputOf, OperationMeta, OutputOf } from '#platform/contract/operation.ts';
import type { ListLayout } from '#shared/list-layout.ts';
import type { RequestContext } from './context.ts';
import type { Db } from './db/database.ts';
import { exportList, type ListExport, type RowOf } from './exports/export-list.ts';
import { assertPrintable } from './http/assert-characters.ts';
import type { Settings } from './settings.ts';

type Operations = Record<string, AnyContractProcedure>;
/** A read within the person's scope, on the read connections. */
type Query<Operation extends AnyContractProcedure> = (
  db: Db,
  input: InputOf<Operation>,
  settings: Settings,
) => Promise<OutputOf<Operation>>;

/** A handler that needs the whole request: commands, and the account's own operations. */
type Command<Operation extends AnyContractProcedure> = (
  context: RequestContext,
  input: InputOf<Operation>,
) => Promise<OutputOf<Operation>>;

type ListQuery = Parameters<typeof exportList<never, AnyContractProcedure>>[2];

/** The result of `listQueries`, and the layouts for exporting the list. */
type List<Contract extends Operations, Name extends string> = readonly [
  queries: {
    page: Query<Contract[`list${Name}`]>;
    count: Query<Contract[`count${Name}`]>;
    sums: (db: Db, filters: never) => Promise<Record<string, number>>;
  },
  ...layouts: ListLayout<RowOf<Contract[`list${Name}`]>>[],
];
type ListKeys<Name extends string> = `${'list' | 'count' | 'sum'}${Name}`;

/** Eager oRPC handlers (none is lazy). */
export type Handlers<Contract extends Operations> = {
  [Name in keyof Contract]: Router<Contract[Name], RequestContext>;
};

/** A part of the contract with its implementation. */
export type ContractPart<Contract extends Operations = Operations> = {
  router: Handlers<Contract>;
  exports: readonly ListExport[];
};

/**
 * A feature's operations with their handlers, by name; an operation without a handler is an error. A list is named once
 * for its operations: `Colleges` for `listColleges`, `countColleges` and `sumColleges`. `layouts` are the export
 * layouts of other queries.
 */
export function partOf<
  Contract extends Operations,
  Read extends keyof Contract & string = never,
  Name extends string = never,
>(
  contract: Contract,
  by: {
    lists?: { [One in Name]: List<Contract, One> };
    queries?: { [One in Read]: Query<Contract[One]> };
    commands?: { [One in Exclude<keyof Contract, Read | ListKeys<Name>>]: Command<Contract[One]> };
    layouts?: { [One in Read]?: readonly ListLayout<RowOf<Contract[One]>>[] };
    /** Exports whose rows come from another part. */
    exports?: readonly ListExport[];
  },
): ContractPart<Contract> {
  const queries: Record<string, Query<AnyContractProcedure>> = { ...by.queries };
  const commands: Record<string, Command<AnyContractProcedure>> = by.commands ?? {};
  const layouts: Record<string, readonly ListLayout<never>[] | undefined> = { ...by.layouts };
  for (const [name, [list, ...ofList]] of Object.entries<List<Operations, string>>(by.lists ?? {})) {
    Object.assign(queries, {
      [`list${name}`]: list.page,
      [`count${name}`]: list.count,
      [`sum${name}`]: list.sums,
    });
    layouts[`list${name}`] = ofList as readonly ListLayout<never>[];
  }
  const handlers = Object.entries<AnyContractProcedure>(contract).map(([name, operation]) => {
    const { meta, route } = operation['~orpc'];
    // What only looks something up is not stored.
    const isStored = route.method !== 'GET' && !(meta as OperationMeta).allowsAnyText;
    const [query, command] = [queries[name], commands[name]];
    if (!query && !command) throw new Error(`Nothing carries out ${name}.`);
    const handler = implement(operation)
      .$context<RequestContext>()
      .handler(({ context, input }) => {
        if (query) return query(context.services.db, input, context.services.settings);
        if (isStored) assertPrintable(input);
        return command!(context, input);
      });
    return [name, handler];
  });
  const own = Object.entries(layouts).flatMap(([name, ofList = []]) =>
    // The types of `layouts` and `queries` guarantee that the query returns the layout's rows.
    ofList.map((layout) => exportList(layout, contract[name]!, queries[name] as ListQuery)),
  );
  return { router: Object.fromEntries(handlers), exports: [...own, ...(by.exports ?? [])] };
}
