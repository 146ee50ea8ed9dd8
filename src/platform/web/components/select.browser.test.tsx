import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen } from '#dev/testing/web/render-screen.tsx';
import { ChoiceInput } from './choice-input.tsx';

const colleges = [
  { value: 'COL001', label: 'Basava Arts College' },
  { value: 'COL002', label: 'Arts and Science College' },
  { value: 'COL003', label: 'Kittur Law College' },
];

const college = page.getByRole('combobox', { name: 'College' });
const chosen = page.getByTestId('chosen');
const options = page.getByRole('option');

function Form({ initial = null }: { initial?: string | null }) {
  const [value, setValue] = useState<string | null>(initial);
  const [isSent, setIsSent] = useState(false);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setIsSent(true);
      }}
    >
      <ChoiceInput label="College" data={colleges} value={value} onChange={setValue} />
      <TextInput label="Roll number" />
      <button type="submit">Send</button>
      <output data-testid="chosen">{isSent ? 'sent' : value || 'none'}</output>
    </form>
  );
}

function Suggesting() {
  const [value, setValue] = useState('');
  return (
    <>
      <ChoiceInput
        label="College"
        data={['Axis Bank', 'Canara Bank']}
        allowsOther
        value={value}
        onChange={setValue}
      />
      <output data-testid="chosen">{value}</output>
    </>
  );
}

/** Keys in the field, over what stands there. */
async function retype(keys: string) {
  college.element().focus();
  await userEvent.keyboard(`{Control>}a{/Control}${keys}`);
}

function highlighted(): string[] {
  return [...document.querySelectorAll('[data-combobox-selected]')].map((option) => option.textContent);
}

test('typing leaves what fits, what begins with it first, and highlights the first', async () => {
  await renderScreen(<Form />);
  await college.click();
  await expect.element(options.first()).toBeVisible();
  expect(options.elements()).toHaveLength(3);
  await userEvent.keyboard('arts');
  await expect
    .poll(() => options.elements().map((option) => option.textContent))
    .toEqual(['Arts and Science College', 'Basava Arts College']);
  await expect.poll(highlighted).toEqual(['Arts and Science College']);
});

test('Tab takes the highlighted one and goes on to the next field', async () => {
  await renderScreen(<Form />);
  await retype('arts');
  await expect.poll(highlighted).toEqual(['Arts and Science College']);
  await userEvent.keyboard('{ArrowDown}{Tab}');
  await expect.element(page.getByLabelText('Roll number')).toHaveFocus();
  await expect.element(college).toHaveValue('Basava Arts College');
  await expect.element(chosen).toHaveTextContent('COL001');
});

test('a list that an arrow key opens highlights its first, or what is chosen, and Enter takes it', async () => {
  await renderScreen(<Form />);
  await college.click();
  await userEvent.keyboard('{Escape}{ArrowDown}');
  await expect.poll(highlighted).toEqual(['Basava Arts College']);
  await userEvent.keyboard('{Enter}');
  await expect.element(chosen).toHaveTextContent('COL001');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  await expect.element(chosen).toHaveTextContent('COL002');
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(highlighted).toEqual(['Arts and Science College']);
});

test('Enter takes the first match and stays in the field', async () => {
  await renderScreen(<Form initial="COL001" />);
  await retype('law');
  await expect.poll(highlighted).toEqual(['Kittur Law College']);
  await userEvent.keyboard('{Enter}');
  await expect.element(college).toHaveValue('Kittur Law College');
  await expect.element(college).toHaveFocus();
  await expect.element(chosen).toHaveTextContent('COL003');
  await expect.element(options.first()).not.toBeInTheDocument();
});

test('Enter takes a second thought of one letter too', async () => {
  await renderScreen(<Form />);
  await retype('arts{Enter}');
  await expect.element(college).toHaveValue('Arts and Science College');
  await retype('k{Enter}');
  await expect.element(college).toHaveValue('Kittur Law College');
  await expect.element(chosen).toHaveTextContent('COL003');
  await expect.element(options.first()).not.toBeInTheDocument();
});

test('text that fits nothing stays, says so, and is no choice', async () => {
  await renderScreen(<Form initial="COL003" />);
  await retype('Medical{Tab}');
  await expect.element(college).toHaveValue('Medical');
  await expect.element(college).toBeInvalid();
  await expect
    .element(page.getByText('“Medical” is not in the list. Choose an entry of the list.'))
    .toBeVisible();
  await expect.element(chosen).toHaveTextContent('none');

  await retype('kittur{Tab}');
  await expect.element(college).toHaveValue('Kittur Law College');
  await expect.element(college).toBeValid();
  await expect.element(chosen).toHaveTextContent('COL003');
});

test('whoever does not see the list is told what typing and the arrow keys highlight', async () => {
  await renderScreen(<Form />);
  const announced = () =>
    document.getElementById(college.element().getAttribute('aria-activedescendant') ?? '')?.textContent;
  await retype('arts');
  await expect.poll(announced).toBe('Arts and Science College');
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(announced).toBe('Basava Arts College');
  await userEvent.keyboard(' {Backspace}');
  await expect.poll(announced).toBe('Arts and Science College');
  await userEvent.keyboard('x');
  await expect.poll(announced).toBeUndefined();
});

test('a field that is emptied stays empty', async () => {
  await renderScreen(<Form initial="COL003" />);
  await retype('{Delete}{Tab}');
  await expect.element(college).toHaveValue('');
  await expect.element(chosen).toHaveTextContent('none');
});

test('where the list only suggests, the first match is taken and other text stays', async () => {
  await renderScreen(<Suggesting />);
  await retype('Saraswat Bank{Tab}');
  await expect.element(college).toHaveValue('Saraswat Bank');
  await expect.element(college).toBeValid();
  await expect.element(chosen).toHaveTextContent('Saraswat Bank');
  await retype('canara');
  await expect.poll(highlighted).toEqual(['Canara Bank']);
  await expect.element(chosen).toHaveTextContent('canara');
  await userEvent.keyboard('{Tab}');
  await expect.element(college).toHaveValue('Canara Bank');
  await expect.element(chosen).toHaveTextContent('Canara Bank');
});

test('Escape gives back what was chosen', async () => {
  await renderScreen(<Form initial="COL003" />);
  await retype('Medical{Escape}{Tab}');
  await expect.element(college).toHaveValue('Kittur Law College');
  await expect.element(chosen).toHaveTextContent('COL003');
});

test('a suggestion that is typed to its last letter stays, though it is not the first of the list', async () => {
  await renderScreen(<Suggesting />);
  await retype('Canara Bank{Tab}');
  await expect.element(college).toHaveValue('Canara Bank');
  await expect.element(chosen).toHaveTextContent('Canara Bank');
});
