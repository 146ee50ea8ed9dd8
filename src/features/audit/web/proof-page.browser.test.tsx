import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '#dev/testing/web/render-screen.tsx';
import { type ChainedEvent, canonicalEvent } from '#shared/chained-event.ts';
import { origin, type StoredEvent } from '../verify-chain.ts';
import { ProofPage } from './proof-page.tsx';

async function chainOf(length: number): Promise<StoredEvent[]> {
  const chain: StoredEvent[] = [];
  for (let sequence = 1; sequence <= length; sequence += 1) {
    const event: ChainedEvent = {
      ...{ hashVersion: 3, personal: [], sequence, at: '2026-03-07T08:30:00.000000Z', actorId: null },
      ...{ actorName: 'Dikshant', desk: 'portal', event: 'demo.filled', recordType: 'demo', recordId: '1' },
      ...{ recordLabel: 'ಹಳೆಯ', before: null, after: null, collegeId: null, requestId: 'r', ip: null },
    };
    const previousHash = chain.at(-1)?.hash ?? origin;
    const text = new TextEncoder().encode(previousHash + canonicalEvent(event));
    const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', text));
    const hash = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
    chain.push({ ...event, previousHash, hash });
  }
  return chain;
}

test('says what is proven and what is not yet, and the fault of a log that was altered since', async () => {
  const chain = await chainOf(5);
  vi.spyOn(window, 'fetch').mockImplementation(
    async () => new Response(chain.map((event) => `${JSON.stringify(event)}\n`).join('')),
  );
  await renderScreen(<ProofPage />);
  const verify = page.getByRole('button', { name: 'Verify', exact: true });
  const field = page.getByLabelText('Head or checkpoint');

  await field.fill('3:abc');
  await verify.click();
  await expect.element(page.getByText(/neither a head/)).toBeVisible();

  await field.fill(` 3:${chain[2]!.hash}\n`);
  await verify.click();
  await expect.element(page.getByText('Proven up to event 3.')).toBeVisible();
  const ofTail = page.getByText(/up to event 5, is not yet proven; tonight's checkpoint will cover it/);
  await expect.element(ofTail).toBeVisible();
  await expect.element(page.getByText(/Last verified in this browser on .*, up to event 3/)).toBeVisible();

  chain[1] = { ...chain[1]!, recordId: '2' };
  await verify.click();
  await expect.element(page.getByText('Not proven: event 2 was altered.')).toBeVisible();
  expect(page.getByText(/Proven up to/).elements()).toHaveLength(0);
});
