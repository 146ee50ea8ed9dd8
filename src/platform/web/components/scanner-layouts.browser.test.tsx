import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  enter,
  type Layout,
  otherLayouts,
  pressing,
  randomNumber,
  scannedUnder,
  typedUnder,
} from '#dev/testing/keyboard-layouts.ts';
import { seeded } from '#dev/testing/random.ts';
import { renderScreen } from '#dev/testing/web/render-screen.tsx';
import { useScanner } from './use-scanner.ts';

const preamble = '~';
const layouts: readonly Layout[] = ['us', ...otherLayouts];
const scans: string[] = [];

function Fields() {
  const [name, setName] = useState('Asha');
  const [number, setNumber] = useState('');
  useScanner({ accepts: () => true, onScan: (text) => scans.push(text) });
  return (
    <>
      <TextInput label="Candidate name" value={name} onChange={(event) => setName(event.target.value)} />
      <TextInput
        label="Number"
        data-takes-scans
        value={number}
        onChange={(event) => setNumber(event.target.value)}
      />
    </>
  );
}

const name = page.getByLabelText('Candidate name');
const number = page.getByLabelText('Number');
const focused = { nowhere: null, 'in a field': name, 'in a field for scans': number };

async function open(where: keyof typeof focused, scannerPreamble = preamble): Promise<void> {
  scans.length = 0;
  await renderScreen(<Fields />, { preferences: { scannerPreamble } });
  await expect.element(name).toBeVisible();
  if (focused[where]) await focused[where].click();
  else (document.activeElement as HTMLElement | null)?.blur();
}

function press(presses: Parameters<typeof pressing>[0], gap = 5): void {
  new Function(pressing(presses, gap))();
}
const scan = (layout: Layout, text: string) => press([...scannedUnder(layout, preamble + text), enter]);

describe.each(layouts)('a scan under the layout %s', (layout) => {
  test.each(['ACK000123', '2026/000072', 'KA-01/x9'])(
    'of %s is read, and a field keeps what it had',
    async (code) => {
      await open('nowhere');
      scan(layout, code);
      await expect.poll(() => scans).toEqual([code]);
      await name.click();
      scan(layout, code);
      await expect.poll(() => scans).toEqual([code, code]);
      await expect.element(name).toHaveValue('Asha');
      await number.click();
      scan(layout, code);
      await expect.element(number).toHaveValue(code);
      expect(scans).toHaveLength(2);
    },
  );

  test('of any number', async () => {
    const seed = Date.now() % 2 ** 31;
    console.log(`seed ${seed}`);
    const random = seeded(seed);
    await open('in a field');
    const codes = Array.from({ length: 20 }, () => randomNumber(random));
    for (const code of codes) scan(layout, code);
    await expect.poll(() => scans).toEqual(codes);
    await expect.element(name).toHaveValue('Asha');
  });
});

test.each(otherLayouts)(
  'without a preamble under %s a field for scans is read by its keys, when Enter ends it',
  async (layout) => {
    await open('in a field for scans', '');
    press([...scannedUnder(layout, 'KA-01/x9'), enter]);
    await expect.element(number).toHaveValue('KA-01/x9');
    expect(scans).toEqual([]);
  },
);

test.each(layouts.flatMap((layout) => ['', preamble].map((before) => [layout, before] as const)))(
  'under %s, after the preamble "%s", a scan replaces what is selected, and goes to where the caret is',
  async (layout, before) => {
    await open('in a field for scans', before);
    await number.fill('ACK000001');
    const field = number.element() as HTMLInputElement;
    field.select();
    press([...scannedUnder(layout, `${before}KA-01`), enter]);
    await expect.element(number).toHaveValue('KA-01');
    field.setSelectionRange(3, 5);
    press([...scannedUnder(layout, `${before}9999`), enter]);
    await expect.element(number).toHaveValue('KA-9999');
    field.setSelectionRange(0, 2);
    press([...scannedUnder(layout, `${before}TN33`), enter]);
    await expect.element(number).toHaveValue('TN33-9999');
  },
);

describe('what a hand types under another layout stays as it is', () => {
  const typed = [
    ['hi', 'हिंदी नाम', 120],
    ['hi', 'ओझा', 25],
    ['kn', 'ಕನಕ ಹಸಿರು', 120],
    ['kn', 'ಆನಂದ', 25],
    // The preamble's own key, at the pace of a hand and of a quick one.
    ['hi', 'ऒमकार', 120],
    ['kn', 'ಒಲವು', 120],
    ['kn', 'ಒಂದು', 25],
  ] as const;
  test.each(typed)('%s: %s, a key each %i ms', async (layout, text, gap) => {
    await open('in a field');
    press([...typedUnder(layout, ` ${text}`), enter], gap);
    await expect.element(name).toHaveValue(`Asha ${text}`);
    expect(scans).toEqual([]);
  });

  test('and without a preamble at any pace', async () => {
    await open('in a field', '');
    press([...typedUnder('kn', ' ಒಲವು'), enter]);
    await expect.element(name).toHaveValue('Asha ಒಲವು');
    expect(scans).toEqual([]);
  });
});
