import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addCourse } from '#dev/testing/change-master.ts';
import { expectDomainError, issuesOf } from '#dev/testing/expect-domain-error.ts';
import { createOffice, studentEntry } from '#dev/testing/factories.ts';
import { filePortal } from '#dev/testing/portal.ts';

const portal = await filePortal();
const admin = await portal.as('admin');
const office = await createOffice(portal);
const { db } = portal.services;

async function untilSomebodyWaits(): Promise<void> {
  const { rows } = await sql<{ waits: boolean }>`
    select exists (select from pg_locks where not granted) as waits`.execute(db);
  if (!rows[0]!.waits) await untilSomebodyWaits();
}

test('a course that is deleted while a student is added is refused at its field', async () => {
  const courseId = await addCourse(portal, 'Vanishing course');
  const { refused } = await db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('courses').where('id', '=', courseId).execute();
    const adding = admin.api.students.addStudent({ ...studentEntry(office), courseId });
    await untilSomebodyWaits();
    return { refused: expectDomainError(adding, 'request.invalid') };
  });
  expect(issuesOf(await refused).map(({ path }) => path)).toEqual(['courseId']);
});
