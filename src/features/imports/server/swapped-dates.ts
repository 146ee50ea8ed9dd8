import { sql } from 'kysely';
import { expectedColumns } from '../contract.ts';
import type { Upload } from './queries.ts';

/**
 * A program that expects the month first makes a date of 3/4/2002 and leaves 25/03/2002 as text. Where a column has
 * texts with days after the twelfth, in either order, and dates with none, every date may have its day and month
 * swapped.
 */
export function swappedDates({ id, kind, columns }: Pick<Upload, 'id' | 'kind' | 'columns'>) {
  return expectedColumns[kind].flatMap(({ field, holds }) => {
    const place = columns[field] ?? null;
    if (holds !== 'day' || place === null) return [];
    return sql`
      with cells as materialized (
        select row_number, btrim(cells[${place + 1}]) as cell, coalesce(${place} = any (date_places), false) as is_date
          from import_rows
         where import_id = ${id} and btrim(cells[${place + 1}]) <> ''
           -- Of a million rows without dates no cell is read.
           and exists (select from import_rows where import_id = ${id} and date_places is not null)
      ), dates as (
        select row_number, cell, split_part(cell, '/', 1) as day, split_part(cell, '/', 2) as month,
               split_part(cell, '/', 3) as year
          from cells
         where is_date
      )
      select ${id}::uuid, row_number, ${field}, 'swapped', cell,
             cell || ' or ' || month || '/' || day || '/' || year
                  || '. Other cells of the column are texts, so a program may have taken the day for the month. Format the column as Text, and type the dates again.'
        from dates
       where day <> month
         and not exists (select from dates where day > '12')
         and exists (
           select from cells where not is_date and cell ~ '^([0-9]{1,2}[/. -])?(1[3-9]|2[0-9]|3[01])[/. -]'
         )`;
  });
}
