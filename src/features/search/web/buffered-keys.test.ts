import { expect, test } from 'vitest';
import { enter, otherLayouts, type Press, scannedUnder, typedUnder } from '#dev/testing/keyboard-layouts.ts';
import { type BufferedKeys, withKey } from './buffered-keys.ts';

/** What is buffered after these presses, each so many milliseconds after the one before. */
function pressed(presses: readonly Press[], gap: number, start?: BufferedKeys, from = 1_000): BufferedKeys {
  return presses.reduce(
    (keys, press, index) => withKey(keys, { ...press, timeStamp: from + index * gap }),
    start ?? { text: '', isSent: false },
  );
}

test.each(['us', ...otherLayouts] as const)('a scan under the layout %s is read by its keys', (layout) => {
  const scan = [...scannedUnder(layout, 'KA-01/x9'), enter];
  expect(pressed(scan, 5)).toEqual({ text: 'KA-01/x9', isSent: true });
  const byHand = pressed(typedUnder('us', 'no'), 120);
  expect(pressed(scan, 5, byHand, 2_000)).toEqual({ text: 'noKA-01/x9', isSent: true });
});

test('what a hand types stays as it is', () => {
  expect(pressed([...typedUnder('kn', 'ಆನಂದ'), enter], 120)).toEqual({ text: 'ಆನಂದ', isSent: true });
});

test('Backspace takes back the last letter, and Enter with it', () => {
  const backspace = { ...enter, key: 'Backspace', code: 'Backspace' };
  expect(pressed([...typedUnder('us', 'ab'), enter, backspace], 120)).toEqual({ text: 'a', isSent: false });
});
