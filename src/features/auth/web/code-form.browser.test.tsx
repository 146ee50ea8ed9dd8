import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen } from '#dev/testing/web/render-screen.tsx';
import { CodeForm } from './code-form.tsx';

/** Does not say that it waits for an answer, as a screen does not until it is drawn again. */
function CodeScreen({ onCode }: { onCode: (code: string) => void }) {
  const [error, setError] = useState<Error | null>(null);
  return (
    <CodeForm
      digits={4}
      label="4-digit code"
      error={error}
      wrong="auth.wrong_code"
      pending={false}
      onCode={onCode}
      beside={
        <button type="button" onClick={() => setError(new Error('No answer.'))}>
          Fail
        </button>
      }
    />
  );
}

test('a code whose last digit is followed by Enter is sent once, and once more after a failure', async () => {
  const sent: string[] = [];
  await renderScreen(<CodeScreen onCode={(code) => sent.push(code)} />);
  const first = page.getByLabelText('Digit 1 of 4');
  await expect.element(first).toHaveFocus();
  await userEvent.keyboard('2468{Enter}{Enter}');
  expect(sent).toEqual(['2468']);
  await page.getByRole('button', { name: 'Fail' }).click();
  await expect.element(first).toHaveValue('');
  await first.click();
  await userEvent.keyboard('2468{Enter}');
  expect(sent).toEqual(['2468', '2468']);
});
