import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';

test('the login page needs at most 200 KB of JavaScript, and no schema library', async ({ page }) => {
  const scripts: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(response.body());
  });
  await page.goto('/', { waitUntil: 'networkidle' });
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  const loaded = await Promise.all(scripts);
  expect(loaded.length).toBeGreaterThan(0);
  const kilobytes = loaded.reduce((sum, script) => sum + gzipSync(script).length, 0) / 1024;
  expect(kilobytes).toBeLessThanOrEqual(200);
  expect(loaded.some((script) => script.includes('ZodError'))).toBe(false);
});
