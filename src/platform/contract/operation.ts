import {
  type AnyContractProcedure,
  type ErrorMap,
  type InferSchemaInput,
  type InferSchemaOutput,
  oc,
} from '@orpc/contract';
import { z } from 'zod';
import type { Tag } from '#shared/changes.ts';
import { type ErrorCode, errorStatus, isErrorCode, type PlainErrorCode } from '#shared/errors.ts';
import { Id, PageRequest, pageOf, RowCount, Version } from '#shared/fields.ts';
import type { Access } from '#shared/permissions.ts';

/** The metadata of an operation for the guard, the permission matrix and the fuzzer. */
export type OperationMeta = {
  access: Access;
  /** Events with one of these tags invalidate what was read. */
  reads: readonly Tag[] | 'all';
  /**
   * What triggers a refetch: by default own commands and colleagues' changes, at once; `figures` follow both,
   * `colleagues` only others' changes, every few seconds.
   */
  follows: 'everybody' | 'figures' | 'colleagues';
  /** Requires recent password and code, because it gives somebody access to an account. */
  freshAuthentication?: boolean;
  /** Its texts are not written to a record yet, so hidden characters are allowed. */
  allowsAnyText?: boolean;
  /** Error of a read whose `{id}` is not a UUID: a mistyped URL names no record. */
  notFound?: PlainErrorCode | undefined;
};

/** Below `/api`, with `{id}` for parameters. */
export type Path = `/${string}`;
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** `reads` defaults to the subject of the permission: `stock` for `stock:read`. */
export type OperationOptions = Pick<OperationMeta, 'access'> &
  Partial<OperationMeta> & {
    /** One sentence for the OpenAPI document. */
    summary: string;
    /** Its own errors, without those that every operation can meet (signed out, invalid input …). */
    errors?: readonly ErrorCode[];
  };

/** Starts the declaration of one operation, `operation('POST /x', { … })`: chain `.input(…)` and `.output(…)`. */
export function operation(
  route: `${Method} ${Path}`,
  { summary, access, errors = [], ...options }: OperationOptions,
) {
  const [method, path] = route.split(' ') as [Method, Path];
  const { freshAuthentication = false, allowsAnyText = false, follows = 'everybody' } = options;
  const reads = options.reads ?? [access.split(':')[0] as Tag];
  const isOfRecord = method === 'GET' && path.includes('{id}');
  const { notFound = isOfRecord ? errors.find(isNotFound) : undefined } = options;
  const codes = freshAuthentication ? [...errors, 'auth.confirm_identity' as const] : errors;
  return oc
    .$meta<OperationMeta>({ access, reads, follows, freshAuthentication, allowsAnyText, notFound })
    .route({ method, path, summary, inputStructure: 'compact' })
    .errors(Object.fromEntries(codes.map((code) => [code, statusOf(code)])) as ErrorMap);
}

/** Looked up when it is needed: a contract loads before the errors of all features are declared. */
function statusOf(code: ErrorCode): { status: number | undefined } {
  return {
    get status() {
      return isErrorCode(code) ? errorStatus(code) : undefined;
    },
  };
}

function isNotFound(code: ErrorCode): code is PlainErrorCode {
  return /[._]not_found$/.test(code);
}

/** Reads one record, or what belongs to it, by its id. */
export function readRecord<Answer extends z.ZodType>(
  path: Path,
  { answer, ...options }: OperationOptions & { answer: Answer },
) {
  return operation(`GET ${path}`, options)
    .input(z.object({ id: Id }))
    .output(answer);
}

/**
 * An action on one record at the version that the caller has seen, refused if it was changed since; `fields` is further
 * input.
 */
export function changeRecord<Fields extends z.ZodRawShape = Record<never, never>>(
  path: Path,
  { fields, errors = [], ...options }: OperationOptions & { fields?: Fields },
) {
  // Without `fields`, `Fields` is the empty shape.
  const said = fields ?? ({} as Fields);
  return operation(`POST ${path}`, {
    ...options,
    errors: [...new Set([...errors, 'records.stale' as const])],
  })
    .input(z.object({ id: Id, version: Version, ...said }))
    .output(z.object({ version: Version }));
}

/** Takes back what the caller did to a record minutes ago. */
export function takeBack(path: Path, { errors = [], ...options }: OperationOptions) {
  const refusals = ['records.not_own_act', 'records.too_late', 'records.built_on'] as const;
  return changeRecord(path, { ...options, errors: [...errors, ...refusals] });
}

/** Like `changeRecord`, without output, for example for deletion. */
export function versionOperation(...declared: Parameters<typeof operation>) {
  return operation(...declared)
    .input(z.object({ id: Id, version: Version }))
    .output(z.object({}));
}

type ListOptions<Row, Filters, Sort, Sum> = Omit<OperationOptions, 'summary'> & {
  path: Path;
  /** Ends the sentence 'A page of …' of the OpenAPI document. */
  of: string;
  row: Row;
  filters: Filters;
  /** Sortable columns with the default; without it the list has a fixed order. */
  sort?: Sort;
  /** What can be summed over all filtered rows: whole rupees, or numbers of things. */
  sums?: readonly Sum[];
};

type PageInput<Filters extends z.ZodObject, Sort> = z.ZodObject<
  Filters['shape'] & typeof PageRequest.shape & (Sort extends z.ZodType ? { sort: Sort } : unknown)
>;

type ListOperations<
  Name extends string,
  Row extends z.ZodType,
  Filters extends z.ZodObject,
  Sort extends z.ZodType | undefined,
  Sum extends string,
> = {
  [Key in `list${Name}`]: ReturnType<typeof ofList<PageInput<Filters, Sort>, ReturnType<typeof pageOf<Row>>>>;
} & { [Key in `count${Name}`]: ReturnType<typeof ofList<Filters, typeof RowCount>> } & {
  [Key in [Sum] extends [never] ? never : `sum${Name}`]: ReturnType<
    typeof ofList<Filters, z.ZodObject<Record<Sum, z.ZodInt>>>
  >;
};

/**
 * The operations of a list: `list<Name>` returns a page, `count<Name>` the exact number of filtered rows, and
 * `sum<Name>` its sums, if it has any.
 */
export function listOperation<
  Name extends string,
  Row extends z.ZodType,
  Filters extends z.ZodObject,
  Sort extends z.ZodType | undefined = undefined,
  Sum extends string = never,
>(
  name: Name,
  { path, of, row, filters, sort, sums, ...options }: ListOptions<Row, Filters, Sort, Sum>,
): ListOperations<Name, Row, Filters, Sort, Sum> {
  const input = filters.extend(PageRequest.shape).extend(sort ? { sort } : {});
  const page = { ...options, summary: `A page of ${of}.` };
  const count = { ...options, summary: `The exact number of ${of}.` };
  const added = { ...options, summary: `The amounts of ${of}, added up.` };
  const amounts = z.object(Object.fromEntries((sums ?? []).map((sum) => [sum, z.int()])));
  return {
    [`list${name}`]: ofList(path, page, input, pageOf(row)),
    [`count${name}`]: ofList(`${path}/count`, count, filters, RowCount),
    ...(sums && { [`sum${name}`]: ofList(`${path}/sums`, added, filters, amounts) }),
    // Concatenated names lose their literal types.
  } as unknown as ListOperations<Name, Row, Filters, Sort, Sum>;
}

function ofList<Input extends z.ZodType, Output extends z.ZodType>(
  path: Path,
  options: OperationOptions,
  input: Input,
  output: Output,
) {
  return operation(`GET ${path}`, options).input(input).output(output);
}

/** The parsed input that a handler receives. */
export type InputOf<Operation extends AnyContractProcedure> = InferSchemaOutput<
  NonNullable<Operation['~orpc']['inputSchema']>
>;

/** What a handler has to return. */
export type OutputOf<Operation extends AnyContractProcedure> = InferSchemaInput<
  NonNullable<Operation['~orpc']['outputSchema']>
>;
