import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { drawPortrait, writeDeclarationScan } from '#dev/seed/demo-pictures.ts';
import { expectDomainError } from '#dev/testing/expect-domain-error.ts';
import { applicationEntry, uploadFile } from '#dev/testing/factories.ts';
import { sharedOffice } from '#dev/testing/office.ts';
import { statusOf } from '#dev/testing/status-of.ts';

const mebibyte = 1024 * 1024;

const { portal, office } = await sharedOffice();
const receiver = await portal.as('receiver');

async function refusalOf(response: Response): Promise<{ status: number; code: string; detail: string }> {
  return { status: response.status, ...((await response.json()) as { code: string; detail: string }) };
}

async function countFiles(): Promise<number> {
  const { count } = await portal.services.db
    .selectFrom('files')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

describe('an upload', () => {
  test('is known by its content, whatever its name says', async () => {
    const before = await countFiles();
    const notAPicture = await uploadFile(receiver, 'photo', Buffer.from('this is no picture'), 'photo.jpg');
    expect(await refusalOf(notAPicture)).toMatchObject({
      status: 422,
      code: 'files.wrong_content',
      detail:
        'The file holds a picture in a format that is not supported. Wanted: a JPEG, PNG or WebP picture.',
    });
    const pdfAsPhoto = await uploadFile(receiver, 'photo', Buffer.from('%PDF-1.7\n1 0 obj'), 'photo.png');
    expect((await refusalOf(pdfAsPhoto)).detail).toContain('holds a PDF document');
    const halfAPicture = (await drawPortrait(1)).subarray(0, 600);
    expect((await refusalOf(await uploadFile(receiver, 'photo', halfAPicture))).code).toBe(
      'files.picture_damaged',
    );
    expect(await countFiles()).toBe(before);
  });

  test('of 6 MiB is refused, one of just 5 MiB is not', async () => {
    const picture = await drawPortrait(2);
    // Bytes behind the end mark of a JPEG do not hurt it; our copy has none of them.
    const grownTo = (size: number) => Buffer.concat([picture, Buffer.alloc(size - picture.length)]);
    expect(await refusalOf(await uploadFile(receiver, 'photo', grownTo(6 * mebibyte)))).toMatchObject({
      status: 413,
      code: 'files.too_large',
      detail: 'The file is larger than 5 MiB. Scan at a lower resolution or compress it.',
    });
    expect((await uploadFile(receiver, 'photo', grownTo(5 * mebibyte))).status).toBe(200);
  });

  test('that is empty is refused', async () => {
    expect((await refusalOf(await uploadFile(receiver, 'receipt', Buffer.alloc(0)))).code).toBe(
      'files.empty',
    );
  });

  test('that belongs to no application yet is seen by nobody but who uploaded it', async () => {
    const { id } = (await (await uploadFile(receiver, 'photo')).json()) as { id: string };
    expect(await statusOf(receiver, `/api/files/${id}`)).toBe(200);
    const colleague = await portal.as('receiver');
    expect(await statusOf(colleague, `/api/files/${id}`)).toBe(404);
    expect(await statusOf(portal.anonymous, `/api/files/${id}`)).toBe(401);
    expect((await (await portal.as('printer')).fetch(`/api/files/${id}`)).status).toBe(403);
    expect((await uploadFile(await portal.as('auditor'), 'photo')).status).toBe(403);
  });

  test('is not seen any more by somebody who was moved to another college', async () => {
    const mover = await portal.as('receiver', { collegeId: office.collegeId });
    const { id } = (await (await uploadFile(mover, 'photo')).json()) as { id: string };
    expect(await statusOf(mover, `/api/files/${id}`)).toBe(200);
    await portal.services.db
      .updateTable('staff')
      .set({ college_id: office.otherCollegeId })
      .where('id', '=', mover.actor.id)
      .execute();
    expect(await statusOf(mover, `/api/files/${id}`)).toBe(404);
  });
});

describe('a crowd of uploads', () => {
  /** Fewer than may wait for the database, which refuses a crowd by itself. */
  const crowd = 90;

  // Each that waits holds its bytes in memory.
  test.each([
    ['PDF documents', 'receipt', async () => writeDeclarationScan('Asha Rao')],
    ['pictures', 'photo', () => drawPortrait(4)],
  ] as const)(
    'of %s does not wait without bound: who comes too late is told at once',
    async (_what, kind, make) => {
      const bytes = await make();
      const order: number[] = [];
      const answers = await Promise.all(
        Array.from({ length: crowd }, async () => {
          const response = await uploadFile(receiver, kind, bytes);
          order.push(response.status);
          return response;
        }),
      );
      const refused = answers.filter(({ status }) => status !== 200);
      expect(refused.length, 'refused').toBeGreaterThan(0);
      expect(refused.length, 'refused').toBeLessThan(crowd);
      for (const response of refused) {
        expect(response.status).toBe(503);
        expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      }
      // Nobody who is refused waited for those who are served.
      expect(order.lastIndexOf(503)).toBeLessThan(order.lastIndexOf(200));
      expect((await uploadFile(receiver, kind, bytes)).status).toBe(200);
    },
  );
});

test('an expired session is told so, and nothing of what it sent is saved', async () => {
  const late = await portal.as('receiver');
  const entry = await applicationEntry(late, office);
  await portal.services.db
    .updateTable('sessions')
    .set({ created_at: sql`now() - interval '9 hours'`, expires_at: sql`now() - interval '1 hour'` })
    .where('staff_id', '=', late.actor.id)
    .execute();
  const refusal = await expectDomainError(late.api.applications.receiveApplication(entry), 'auth.signed_out');
  expect(refusal.message).toBe('Your session has ended. Sign in again. Your input is saved.');
  const found = await receiver.api.applications.countApplications({ search: entry.registrationNumber });
  expect(found.count).toBe(0);
});
