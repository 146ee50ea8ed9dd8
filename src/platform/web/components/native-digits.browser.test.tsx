import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { describe, expect, test } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { scannedUnder } from '#dev/testing/keyboard-layouts.ts';
import { renderScreen } from '#dev/testing/web/render-screen.tsx';
import { CodeBoxes } from './code-boxes.tsx';
import { DayInput, MonthInput } from './day-input.tsx';
import { RupeesInput } from './fields.tsx';
import { ListSearch } from './list/list-search.tsx';
import { typePlainDigits } from './type-plain-digits.ts';

// As main.tsx does, once for the page.
typePlainDigits();

/** The zeros of Hindi, Kannada, an Urdu keyboard and of full-width letters, whose digits follow them. */
const zeros = { hi: '०', kn: '೦', ur: '۰', full: '０' };
const scripts = Object.keys(zeros) as (keyof typeof zeros)[];
const written = (script: keyof typeof zeros, text: string) =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(zeros[script].codePointAt(0)! + Number(digit)));

const sent: string[] = [];

function Held(props: { of: (value: string, onChange: (value: string) => void) => ReactNode }) {
  const [value, setValue] = useState('');
  return props.of(value, setValue);
}

const screen = (
  <>
    <TextInput label="Source" />
    <Held
      of={(value, onChange) => (
        <CodeBoxes
          label="Code"
          length={6}
          value={value}
          onChange={onChange}
          onComplete={(code) => sent.push(code)}
        />
      )}
    />
    <RupeesInput label="Amount" />
    <TextInput label="DD number" inputMode="numeric" maxLength={6} />
    <Held of={(value, onChange) => <DayInput label="Day" value={value} onChange={onChange} />} />
    <Held of={(value, onChange) => <MonthInput label="Month" value={value} onChange={onChange} />} />
    <Held
      of={(search, onSearch) => (
        <ListSearch placeholder="Search" search={search} onSearch={onSearch} onLeave={() => {}} />
      )}
    />
  </>
);

/** Label, what is typed in 0 to 9, and what stands there before anything else happens. */
const fields = [
  ['Amount', '125000', '1,25,000'],
  ['DD number', '012345', '012345'],
  ['Day', '14/08/2002', '14/08/2002'],
  ['Month', '05/2024', '05/2024'],
  ['Search', '24REG0012', '24REG0012'],
] as const;

/** As a hand does: copied elsewhere, and pasted with the keys. */
async function paste(field: ReturnType<typeof page.getByLabelText>, text: string): Promise<void> {
  await page.getByLabelText('Source').fill(text);
  await userEvent.tripleClick(page.getByLabelText('Source'));
  await userEvent.copy();
  await field.click();
  await userEvent.paste();
}

describe.each(scripts)('digits in %s', (script) => {
  test.each(fields)('are 0 to 9 at once in %s, typed and pasted', async (label, typed, shown) => {
    await renderScreen(screen);
    const field = page.getByLabelText(label, { exact: true });
    await field.click();
    await userEvent.keyboard(written(script, typed));
    await expect.element(field).toHaveValue(shown);
    await userEvent.clear(field);
    await paste(field, written(script, typed));
    await expect.element(field).toHaveValue(shown);
  });

  test('fill the boxes of a code, typed and pasted, and the code is sent in 0 to 9', async () => {
    sent.length = 0;
    await renderScreen(screen);
    const box = (place: number) => page.getByLabelText(`Digit ${place} of 6`);
    await box(1).click();
    await userEvent.keyboard(written(script, '246801'));
    await expect.poll(() => sent).toEqual(['246801']);
    await expect.element(box(6)).toHaveValue('1');
    await paste(box(1), written(script, '135 790'));
    await expect.poll(() => sent).toEqual(['246801', '135790']);
    await expect.element(box(1)).toHaveValue('1');
  });
});

test('keys of the digit row under a Hindi layout fill the boxes of a code', async () => {
  sent.length = 0;
  await renderScreen(screen);
  await page.getByLabelText('Digit 1 of 6').click();
  // Real ones, whose key is not what their place says.
  for (const { key, code } of scannedUnder('hi', '246801'))
    for (const type of ['keyDown', 'keyUp'] as const)
      await cdp().send('Input.dispatchKeyEvent', {
        type,
        key,
        code,
        ...(type === 'keyDown' && { text: key }),
      });
  await expect.poll(() => sent).toEqual(['246801']);
});
