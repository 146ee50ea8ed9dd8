import type { z } from 'zod';
import { PageRequest, pageOf, RowCount } from '#shared/paging.ts';
import { type OperationOptions, operation } from './operation.ts';

type ListOptions<Row, Filters, Sort> = Omit<OperationOptions, 'method' | 'summary'> & {
  /** Ends the sentence 'A page of …' of the OpenAPI document. */
  of: string;
  row: Row;
  /** What narrows it: `search` and the choices of its filters. */
  filters: Filters;
  /** What it can be sorted by, with its default; without it the list has one order. */
  sort?: Sort;
};

type PageInput<Filters extends z.ZodObject, Sort> = z.ZodObject<
  Filters['shape'] & typeof PageRequest.shape & (Sort extends z.ZodType ? { sort: Sort } : unknown)
>;

type ListOperations<
  Name extends string,
  Row extends z.ZodType,
  Filters extends z.ZodObject,
  Sort extends z.ZodType | undefined,
> = {
  [Key in `list${Name}`]: ReturnType<typeof pageOperation<PageInput<Filters, Sort>, Row>>;
} & { [Key in `count${Name}`]: ReturnType<typeof countOperation<Filters>> };

/** The two operations of a list: `list<Name>` brings a page of it, `count<Name>` the exact number that its filters leave. */
export function listOperation<
  Name extends string,
  Row extends z.ZodType,
  Filters extends z.ZodObject,
  Sort extends z.ZodType | undefined = undefined,
>(
  name: Name,
  { of, row, filters, sort, ...options }: ListOptions<Row, Filters, Sort>,
): ListOperations<Name, Row, Filters, Sort> {
  const input = filters.extend(PageRequest.shape).extend(sort ? { sort } : {});
  return {
    [`list${name}`]: pageOperation({ ...options, method: 'GET', summary: `A page of ${of}.` }, input, row),
    [`count${name}`]: countOperation(
      { ...options, method: 'GET', path: `${options.path}/count`, summary: `The exact number of ${of}.` },
      filters,
    ),
    // Names that are put together lose their literal types.
  } as unknown as ListOperations<Name, Row, Filters, Sort>;
}

function pageOperation<Input extends z.ZodObject, Row extends z.ZodType>(
  options: OperationOptions,
  input: Input,
  row: Row,
) {
  return operation(options).input(input).output(pageOf(row));
}

function countOperation<Filters extends z.ZodObject>(options: OperationOptions, filters: Filters) {
  return operation(options).input(filters).output(RowCount);
}
