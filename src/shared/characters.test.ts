import { describe, expect, test } from 'vitest';
import { findDisguisedLetter, withoutInvisible, withPlainDigits } from './characters.ts';
import { typedNumber, typedText } from './fields.ts';
import { bareNumber } from './typed-number.ts';

describe('a joiner', () => {
  test.each(['ರಾಜ್\u200cಕಮಲ್', 'गो\u0930\u094d\u200dहे', 'ಭಾರ\u200d್ಗವ', 'രാജന്\u200d B'])(
    'stays where it makes a letter: %s',
    (name) => {
      expect(withoutInvisible(name)).toBe(name);
    },
  );

  test.each(['Me\u200dera', 'ಮೀರಾ\u200d ರಾವ್', '\u200cರಾವ್', '2\u200c4'])('goes elsewhere: %j', (text) => {
    expect(withoutInvisible(text)).toBe(text.replace(/[\u200c\u200d]/, ''));
  });
});

describe('a letter that only looks Latin', () => {
  test.each([
    ['С. R. Rao', 'С', 'Cyrillic'],
    ['Ravi Kumаr', 'а', 'Cyrillic'],
    ['Οmega House', 'Ο', 'Greek'],
    ['Rόy', 'ο', 'Greek'],
    ['Cuρta', 'ρ', 'Greek'],
  ])('is named: %s', (text, letter, script) => {
    expect(findDisguisedLetter(text)).toEqual({ letter, script });
    const sentence = `The letter “${letter}” is ${script}. Type it in Latin letters.`;
    expect(
      typedText()
        .safeParse(text)
        .error?.issues.map(({ message }) => message),
    ).toEqual([sentence]);
  });

  test.each(['TNFα and β-lactams', 'Улица Мира', 'ಮೀರಾ Rao', '5 μm', 'Decay of ρ-mesons'])(
    'is none in %s',
    (text) => {
      expect(typedText().parse(text)).toBe(text);
    },
  );
});

test('a number is read in plain characters, and takes no other alphabet', () => {
  expect(typedNumber().parse('Ｔ२४\u2011ＲＥＧ\u00a0೦೦೦\u200b೨')).toBe('T24-REG 0002');
  expect(typedNumber().safeParse('ΑΒ12').success).toBe(false);
});

test('digits of every script are 0 to 9', () => {
  for (const zero of [0x660, 0x966, 0xce6, 0xff10, 0x1d7ce, 0x1d7d8, 0x1d7f6])
    expect(withPlainDigits(String.fromCodePoint(zero, zero + 2, zero + 9))).toBe('029');
});

test.each([
  ['No. 2026/000072.', '2026/000072'],
  ['NO: ２०２६–000072 ', '2026-000072'],
  ['Code: “7K3MQ‑X2P9A”.', '7K3MQ-X2P9A'],
  ['‘7k3mq x2p9a’,', '7k3mq x2p9a'],
  ['NOV/12', 'NOV/12'],
  ['NO-12', 'NO-12'],
  ['(No. 2026/12)', '2026/12'],
  ['12(A).', '12(A)'],
  [`${'.'.repeat(1_000_000)}1`, `${'.'.repeat(1_000_000)}1`],
])('%s is typed for %s', (typed, number) => {
  expect(bareNumber(typed)).toBe(number);
});
