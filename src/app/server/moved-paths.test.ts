import { expect, test } from 'vitest';
import { createOffice } from '#dev/testing/factories.ts';
import { filePortal } from '#dev/testing/portal.ts';
import { csvOf, importIn, uploadSpreadsheet } from '#dev/testing/uploads.ts';

const portal = await filePortal();
const admin = await portal.as('admin');
await createOffice(portal);

const header =
  'College code,Registration number,Exam roll number,Student name,Name in Kannada or Devanagari,Address';
test('an address of the release before answers 308 with the new one, method, query and body kept', async () => {
  const id = await uploadSpreadsheet(admin, 'students', csvOf(header, 'COL001,REG2,2,Aṣa Rao,,Mysuru'));
  expect(await importIn(admin, id, 'checked')).toMatchObject({ faultyCount: 1 });
  // The rows to correct are named by a column of the file of faulty rows.
  const faulty = await (await admin.fetch(`/api/imports/${id}/faulty-rows?format=csv`)).text();
  const corrected = faulty.replace('Aṣa Rao', 'Asha Rao');
  const sent = {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: new TextEncoder().encode(corrected),
  };

  const old = `/api/imports/${id}/mended-rows?name=rows%20corrected.csv`;
  const moved = await admin.fetch(old, { ...sent, redirect: 'manual' });
  expect(moved.status).toBe(308);
  const { pathname, search } = new URL(moved.headers.get('location')!, `${portal.url}${old}`);
  expect(pathname + search).toBe(`/api/imports/${id}/corrected-rows?name=rows%20corrected.csv`);

  const followed = await admin.fetch(old, sent);
  expect(followed.status, await followed.clone().text()).toBe(200);
  expect(await importIn(admin, id, 'checked')).toMatchObject({ newCount: 1, faultyCount: 0 });
});

test('the new address is the one that the document describes', async () => {
  const response = await portal.anonymous.fetch('/api/openapi.json');
  const { paths } = (await response.json()) as { paths: Record<string, object> };
  expect(Object.keys(paths)).toContain('/imports/{id}/corrected-rows');
  expect(Object.keys(paths).filter((path) => path.includes('mend'))).toEqual([]);
});
