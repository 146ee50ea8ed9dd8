import type { AnyContractProcedure, InferSchemaInput, InferSchemaOutput } from '@orpc/contract';
import { implement, type Router } from '@orpc/server';
import type { Scope } from './actor.ts';
import { actorOf, type RequestContext } from './context.ts';
import type { Db } from './db/database.ts';

type Operations = Record<string, AnyContractProcedure>;
type InputOf<Operation extends AnyContractProcedure> = InferSchemaOutput<
  NonNullable<Operation['~orpc']['inputSchema']>
>;
type OutputOf<Operation extends AnyContractProcedure> = InferSchemaInput<
  NonNullable<Operation['~orpc']['outputSchema']>
>;

/** Reads on the connections for readers, what the person's scope leaves. */
type Query<Operation extends AnyContractProcedure> = (
  db: Db,
  scope: Scope,
  input: InputOf<Operation>,
) => Promise<OutputOf<Operation>>;

/** Whatever needs more of the request: commands, and the account's own operations. */
type Command<Operation extends AnyContractProcedure> = (
  context: RequestContext,
  input: InputOf<Operation>,
) => Promise<OutputOf<Operation>>;

/** As oRPC serves them, none of them loaded late. */
type Handlers<Contract extends Operations> = {
  [Name in keyof Contract]: Router<Contract[Name], RequestContext>;
};

/** A feature's operations with the functions that carry them out, by their names. An operation without one is an error. */
export function routerOf<Contract extends Operations, Read extends keyof Contract = never>(
  contract: Contract,
  by: {
    queries?: { [Name in Read]: Query<Contract[Name]> };
    commands?: { [Name in Exclude<keyof Contract, Read>]: Command<Contract[Name]> };
  },
): Handlers<Contract> {
  const queries: Record<string, Query<AnyContractProcedure>> = by.queries ?? {};
  const commands: Record<string, Command<AnyContractProcedure>> = by.commands ?? {};
  const handlers = Object.entries<AnyContractProcedure>(contract).map(([name, operation]) => {
    const [query, command] = [queries[name], commands[name]];
    if (!query && !command) throw new Error(`Nothing carries out ${name}.`);
    const handler = implement(operation)
      .$context<RequestContext>()
      .handler(({ context, input }) =>
        query ? query(context.services.db, actorOf(context).scope, input) : command!(context, input),
      );
    return [name, handler];
  });
  return Object.fromEntries(handlers);
}
