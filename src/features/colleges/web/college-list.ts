import { api } from '#features/client.ts';
import { listSource } from '#platform/web/components/list.tsx';
import { collegesLayout } from '../columns.ts';
import type { College } from '../contract.ts';

export const collegeList = listSource<College, 'name' | 'convocationFee'>({
  layout: collegesLayout,
  page: api.colleges.listColleges,
  count: api.colleges.countColleges,
  sums: api.colleges.sumColleges,
  row: api.colleges.getCollege,
  addedBy: ['colleges.added'],
  recountedAfter: ['colleges.imported'],
});
