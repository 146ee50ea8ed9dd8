// What `cdp()` can send.
import type {} from '@vitest/browser-playwright';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { refusal } from '#dev/testing/web/portal-responses.ts';
import { renderScreen } from '#dev/testing/web/render-screen.tsx';
import { DialogButton } from './action-button.tsx';
import { CommandDialog } from './command-dialog.tsx';
import type { DialogFields } from './dialog-fields.ts';
import { PageHeader } from './page.tsx';

const fields = {
  day: { kind: 'day', label: 'Day', initial: '2026-11-22' },
  reason: { kind: 'line', label: 'Reason', maxLength: 80, missing: 'Enter the reason.' },
  amount: { kind: 'rupees', label: 'Amount', initial: '', min: 1, missing: 'Enter the amount.' },
  authority: {
    kind: 'line',
    label: 'Authority',
    maxLength: 80,
    isAskedBy: 'request.unexpected',
    missing: 'Enter the authority.',
  },
} as const satisfies DialogFields;

type Entry = { day: string; reason: string; amount: number; authority: string };

const opener = page.getByRole('button', { name: 'Return the draft' });
const dialog = page.getByRole('dialog', { name: 'Return draft 123456?' });
const reason = dialog.getByLabelText('Reason');
const amount = dialog.getByLabelText('Amount');
const confirm = dialog.getByRole('button', { name: 'Return draft' });

/** A page with a record and the question that its button asks; what is done with the record takes it off the page. */
function DraftPage({ call, isGone = false }: { call: (entry: Entry) => Promise<unknown>; isGone?: boolean }) {
  const [isThere, setIsThere] = useState(true);
  return (
    <>
      <PageHeader title="Demand drafts" />
      {isThere && (
        <DialogButton
          dialog={(onClose) => (
            <CommandDialog
              title="Return draft 123456?"
              confirmLabel="Return draft"
              call={call}
              fields={fields}
              input={(values) => values}
              done={() => 'Draft 123456 is returned.'}
              onDone={() => {
                onClose();
                if (isGone) setIsThere(false);
              }}
              onClose={onClose}
            >
              The bank is told.
            </CommandDialog>
          )}
        >
          Return the draft
        </DialogButton>
      )}
    </>
  );
}

async function openDialog(call: (entry: Entry) => Promise<unknown>, isGone?: boolean) {
  const returnDraft = vi.fn(call);
  await renderScreen(<DraftPage call={returnDraft} isGone={isGone} />);
  await opener.click();
  await expect.element(reason).toHaveFocus();
  return returnDraft;
}

/** What a keyboard sends while Enter is held down. */
async function repeatEnter() {
  const key = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' };
  await cdp().send('Input.dispatchKeyEvent', { type: 'keyDown', autoRepeat: true, ...key });
}

test('the first field that is missing has the focus, and the button says what is missing', async () => {
  const call = await openDialog(async () => ({}));
  await expect.element(confirm).toHaveAccessibleDescription('Enter the reason.');
  await userEvent.keyboard('Signature missing{Tab}');
  await expect.element(amount).toHaveFocus();
  await expect.element(confirm).toHaveAccessibleDescription('Enter the amount.');
  confirm.element().focus();
  await userEvent.keyboard('{Enter}');
  expect(call).not.toHaveBeenCalled();
  await userEvent.fill(amount, '700');
  await expect.element(confirm).not.toHaveAttribute('aria-disabled');
});

test('a held Enter confirms once, and does not press what has the focus afterwards', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const call = await openDialog(() => promise);
  await userEvent.keyboard('Signature missing{Tab}700');
  await expect.element(confirm).not.toHaveAttribute('aria-disabled');
  confirm.element().focus();
  await userEvent.keyboard('{Enter>}');
  await repeatEnter();
  resolve();
  await expect.element(page.getByText('Draft 123456 is returned.')).toBeVisible();
  await expect.element(opener).toHaveFocus();
  await repeatEnter();
  await userEvent.keyboard('{/Enter}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(call).toHaveBeenCalledOnce();
  expect(call.mock.calls[0]![0]).toMatchObject({ reason: 'Signature missing', amount: 700 });
});

test('Escape closes it, does nothing, and gives the focus back', async () => {
  const call = await openDialog(async () => ({}));
  await userEvent.keyboard('Signature{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
  expect(call).not.toHaveBeenCalled();
});

test('where the record is gone the focus goes to the heading', async () => {
  await openDialog(async () => ({}), true);
  await userEvent.keyboard('Signature missing{Tab}700');
  await confirm.click();
  await expect.element(opener).not.toBeInTheDocument();
  await expect.element(page.getByRole('heading', { name: 'Demand drafts' })).toHaveFocus();
});

test('what the portal refuses is said in the dialog, at its field too, and nothing typed is lost', async () => {
  const call = await openDialog(async () => ({}));
  const issues = [{ path: 'amount', message: 'The draft is of ₹ 500.' }];
  call.mockRejectedValueOnce(refusal('request.invalid', undefined, issues));
  await userEvent.keyboard('Signature missing{Tab}700');
  await confirm.click();
  await expect
    .element(dialog.getByRole('alert'))
    .toMatchTextContent('Some fields need attention. The reason is shown at each of them.');
  await expect.element(amount).toHaveAccessibleDescription('The draft is of ₹ 500.');
  await expect.element(reason).toHaveValue('Signature missing');
  await expect.element(amount).toHaveValue('700');

  await userEvent.fill(amount, '500');
  await confirm.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(call.mock.lastCall![0]).toEqual({
    day: '2026-11-22',
    reason: 'Signature missing',
    amount: 500,
    authority: '',
  });
});

/** A question without fields, behind its button. */
async function showDelete() {
  const call = vi.fn(async () => ({}));
  await renderScreen(
    <DialogButton
      dialog={(onClose) => (
        <CommandDialog
          title="Delete slip 7?"
          confirmLabel="Delete slip"
          call={call}
          input={() => ({})}
          onClose={onClose}
        />
      )}
    >
      Delete
    </DialogButton>,
  );
  return call;
}

const question = page.getByRole('dialog', { name: 'Delete slip 7?' });

test('a scan into a question without fields closes it and answers nothing', async () => {
  const call = await showDelete();
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect.element(question).toBeVisible();
  await userEvent.keyboard('A123456');
  await expect.element(question).not.toBeInTheDocument();
  expect(call).not.toHaveBeenCalled();
});

test('an Enter that is held from its button on opens a question, and does not answer it', async () => {
  const call = await showDelete();
  page.getByRole('button', { name: 'Delete' }).element().focus();
  await userEvent.keyboard('{Enter>}');
  await repeatEnter();
  await expect.element(question).toBeVisible();
  question.getByRole('button', { name: 'Delete slip' }).element().focus();
  for (let repeat = 0; repeat < 5; repeat += 1) await repeatEnter();
  await userEvent.keyboard('{/Enter}');
  await expect.element(question).toBeVisible();
  expect(call).not.toHaveBeenCalled();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => call.mock.calls).toHaveLength(1);
});

test('a field that a refusal asks for appears with it, and has to be filled in', async () => {
  const call = await openDialog(async () => ({}));
  const authority = dialog.getByLabelText('Authority');
  call.mockRejectedValueOnce(refusal('request.unexpected', undefined));
  await userEvent.keyboard('Signature missing{Tab}700');
  await expect.element(authority).not.toBeInTheDocument();
  await confirm.click();
  await userEvent.fill(authority, ' ');
  await expect.element(confirm).toHaveAccessibleDescription('Enter the authority.');
  await userEvent.fill(authority, 'Order 7');
  await confirm.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(call.mock.lastCall![0]).toMatchObject({ authority: 'Order 7' });
});
