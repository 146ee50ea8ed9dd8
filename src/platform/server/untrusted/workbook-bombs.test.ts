import { describe, expect, test } from 'vitest';
import { createOffice } from '#dev/testing/factories.ts';
import { measureLoopDelay } from '#dev/testing/loop-delay.ts';
import { sharedPortal } from '#dev/testing/portal.ts';
import { postSpreadsheet } from '#dev/testing/uploads.ts';
import { workbookBombs } from '#dev/testing/workbook-bombs.ts';

const mebibyte = 1024 * 1024;

const portal = await sharedPortal();
await createOffice(portal);
const admin = await portal.as('admin');

const bombs = Object.entries(workbookBombs);

describe.each(process.env.LONG_FORMS ? bombs : bombs.slice(0, 1))('%s', (_what, { make, code }) => {
  test('is refused with its sentence while everybody else is answered', async () => {
    const bomb = make();
    expect(bomb.length).toBeLessThan(mebibyte);
    const address = '/api/imports?of=students&name=bomb.xlsx';
    const longest = await measureLoopDelay(async () => {
      const response = await postSpreadsheet(admin, address, bomb);
      expect(await response.json(), `status ${response.status}`).toMatchObject({ code });
    });
    expect(longest).toBeLessThan(500);
  });
});
