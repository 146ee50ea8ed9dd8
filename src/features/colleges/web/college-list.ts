import { client } from '#features/client.ts';
import type { ListSource } from '#platform/web/components/list/list-declaration.ts';
import { collegesSheet } from '../columns.ts';
import type { College } from '../contract.ts';

/** Everything cached of colleges stands below this key. */
export const collegesKey = ['colleges'];

export type CollegeSort = 'name' | 'convocationFee';

export const collegeList: ListSource<College, CollegeSort, Record<string, string>> = {
  queryKey: [...collegesKey, 'list'],
  fetchPage: ({ search, sort, offset, limit, cursor }, options) =>
    client.colleges.listColleges({ search, sort, offset, limit, cursor }, options),
  fetchCount: ({ search }, options) => client.colleges.countColleges({ search }, options),
  exportOf: ({ search, sort }) => ({ sheet: collegesSheet, input: { search, sort } }),
  fetchRow: (id, options) => client.colleges.getCollege({ id }, options),
};
