import type { AnyContractProcedure } from '@orpc/contract';
import type { InputOf } from '#platform/contract/operation.ts';
import { type CommandTransaction, command } from './command.ts';

/** `command` for the operations of one contract: what a command is given is the input of the operation of its name. */
export function commandOf<Contract extends Record<string, AnyContractProcedure>>() {
  return <Name extends keyof Contract & string, Output extends object>(
    name: Name,
    run: (transaction: CommandTransaction, input: InputOf<Contract[Name]>) => Promise<Output>,
  ) => command(name, run);
}
