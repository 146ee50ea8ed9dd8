import { expect, test } from 'vitest';
import { sharedPortal } from '#dev/testing/portal.ts';

const portal = await sharedPortal();
const admin = await portal.as('admin');

const student =
  'College code,Registration number,Exam roll number,Student name,Name in another script,Address,Course/Degree,Academic year,Mode of study';
const awardRecord = [
  'Date of birth,Gender,Father’s name,Mother’s name,Guardian’s name,Consent to contact details,Mobile,Email Id',
  'State or union territory,PIN code,ABC / APAAR ID,Class or division,Percentage,CGPA,CGPA out of',
  'Month and year of examination,Result date,Rank or medal,Category,Attendance at the convocation',
].join();

test.each([
  ['colleges', 'College code,College name,Contact number,Address,Convocation fee,Email Id'],
  ['students', `${student},${awardRecord}`],
])('the template of an upload of %s has the columns that files in the offices have', async (of, header) => {
  const response = await admin.fetch(`/api/import-templates/${of}?format=csv`);
  expect((await response.text()).replace(/^\uFEFF/, '').split('\r\n')[0]).toBe(header);
});
