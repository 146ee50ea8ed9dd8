import { client } from '#features/client.ts';
import { listSource } from '#platform/web/components/list/list-source.ts';
import { collegesSheet } from '../columns.ts';
import type { College } from '../contract.ts';

/** Everything cached of colleges stands below this key. */
export const collegesKey = ['colleges'];

export type CollegeSort = 'name' | 'convocationFee';

export const collegeList = listSource<College, CollegeSort>({
  queryKey: [...collegesKey, 'list'],
  sheet: collegesSheet,
  page: client.colleges.listColleges,
  count: client.colleges.countColleges,
  row: client.colleges.getCollege,
});
