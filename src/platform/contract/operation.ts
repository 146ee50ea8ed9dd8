import {
  type AnyContractProcedure,
  type ErrorMap,
  type InferSchemaInput,
  type InferSchemaOutput,
  oc,
} from '@orpc/contract';
import type { Tag } from '#shared/changes.ts';
import { type ErrorCode, errorStatus } from '#shared/errors.ts';
import type { Access } from '#shared/permissions.ts';

/** What the guard, the permission matrix and the fuzzer read of an operation. */
export type OperationMeta = {
  access: Access;
  /** An event with one of these tags makes what was read stale. */
  reads: readonly Tag[] | 'all';
  /**
   * Who keeps what was read fresh. By default own commands and colleagues' do, at once; `figures` follow both, and
   * `colleagues` only what others do, every few seconds.
   */
  follows: 'everybody' | 'figures' | 'colleagues';
  /** Asks for password and code again, unless they were given within the last minutes: it opens an account to somebody. */
  freshAuthentication?: boolean;
  /** Its texts reach no record yet, so hidden characters in them are no error. */
  keepsAnyText?: boolean;
};

export type OperationOptions = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/api`, with `{id}` for parameters. */
  path: `/${string}`;
  /** One sentence for the OpenAPI document. */
  summary: string;
  access: Access;
  /** What goes into its answer, unless that is what its permission is about: `stock` of `stock:read`. */
  reads?: OperationMeta['reads'];
  follows?: OperationMeta['follows'];
  freshAuthentication?: true;
  keepsAnyText?: true;
  /** The refusals of its own; those that any operation can meet (signed out, invalid input …) are not repeated. */
  errors?: readonly ErrorCode[];
};

/** Starts the declaration of one operation: chain `.input(…)` and `.output(…)`. */
export function operation(options: OperationOptions) {
  return oc
    .$meta<OperationMeta>({
      access: options.access,
      reads: options.reads ?? [options.access.split(':')[0] as Tag],
      follows: options.follows ?? 'everybody',
      freshAuthentication: options.freshAuthentication ?? false,
      keepsAnyText: options.keepsAnyText ?? false,
    })
    .route({
      method: options.method,
      path: options.path,
      summary: options.summary,
      inputStructure: 'compact',
    })
    .errors(
      errorMapOf([
        ...(options.errors ?? []),
        ...(options.freshAuthentication ? (['auth.confirm_identity'] as const) : []),
      ]),
    );
}

function errorMapOf(codes: readonly ErrorCode[]): ErrorMap {
  return Object.fromEntries(codes.map((code) => [code, { status: errorStatus(code) }]));
}

/** What the handler of an operation is given: its input once it is parsed. */
export type InputOf<Operation extends AnyContractProcedure> = InferSchemaOutput<
  NonNullable<Operation['~orpc']['inputSchema']>
>;

/** What the handler of an operation has to return. */
export type OutputOf<Operation extends AnyContractProcedure> = InferSchemaInput<
  NonNullable<Operation['~orpc']['outputSchema']>
>;
