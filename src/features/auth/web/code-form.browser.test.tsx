import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { refusal } from '#dev/testing/web/portal-responses.ts';
import { renderScreen } from '#dev/testing/web/render-screen.tsx';
import { CodeForm } from './code-form.tsx';

/** Does not say that it waits for an answer, as a screen does not until it is drawn again. */
function CodeScreen({ onCode, failure }: { onCode: (code: string) => void; failure?: Error }) {
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
        <button type="button" onClick={() => setError(failure ?? new Error('No answer.'))}>
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

test('why the code is refused stays when Continue is pressed over empty boxes', async () => {
  const failure = refusal('auth.wrong_code', { triesLeft: 4 });
  await renderScreen(<CodeScreen onCode={() => undefined} failure={failure} />);
  await userEvent.keyboard('2468');
  await page.getByRole('button', { name: 'Fail' }).click();
  const reason = page.getByText('The code is wrong. 4 tries are left.');
  await expect.element(reason).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect.element(reason).toBeVisible();
  await expect.element(page.getByText('Enter all 4 digits of the code.')).not.toBeInTheDocument();
});
