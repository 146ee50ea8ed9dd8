import { type ErrorMap, oc } from '@orpc/contract';
import { type ErrorCode, errorStatus } from '#shared/errors.ts';
import type { Access } from '#shared/permissions.ts';

/** What the guard, the permission matrix and the fuzzer read of an operation. */
export type OperationMeta = {
  access: Access;
  /** Asks for password and code again, unless they were given within the last minutes: it opens an account to somebody. */
  freshAuthentication?: boolean;
  /** Its texts reach no record yet, so hidden characters in them are no error. */
  keepsAnyText?: boolean;
};

type OperationOptions = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/api`, with `{id}` for parameters. */
  path: `/${string}`;
  /** One sentence for the OpenAPI document. */
  summary: string;
  access: Access;
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
