import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen } from '#dev/testing/web/render-screen.tsx';
import { DayInput } from './day-input.tsx';
import { RupeesInput } from './fields.tsx';
import { typePlainDigits } from './type-plain-digits.ts';

// As main.tsx does, once for the page.
typePlainDigits();

function Fields() {
  const [day, setDay] = useState('');
  return (
    <>
      <RupeesInput label="Amount" />
      <DayInput label="Day" value={day} onChange={setDay} />
    </>
  );
}

test.each(['१२३४', '೧೨೩೪', '１２３４', '1२3४'])('an amount typed as %s is read', async (typed) => {
  await renderScreen(<Fields />);
  await userEvent.click(page.getByLabelText('Amount'));
  await userEvent.keyboard(typed);
  await expect.element(page.getByLabelText('Amount')).toHaveValue('1,234');
});

test('a day typed in native digits is read', async () => {
  await renderScreen(<Fields />);
  await userEvent.click(page.getByLabelText('Day'));
  await userEvent.keyboard('೧೪/೦೮/೨೦೦೨');
  await userEvent.tab();
  await expect.element(page.getByLabelText('Day')).toHaveValue('14/08/2002');
});
