import { useForm } from '@mantine/form';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen } from '#dev/testing/web/render-screen.tsx';
import type { ConversationEntry } from '../conversation-contract.ts';
import { type ApplicationFormValues, newValues } from './application-form-values.ts';
import { Conversation } from './conversation.tsx';
import { answersOf, ReturnAnswers } from './return-answers.tsx';

const reader = '0197a1a0-0000-7000-8000-000000000001';
const entry: ConversationEntry = {
  act: 'returned',
  at: '2026-12-01T07:19:00.000Z',
  by: 'Asha Kulkarni',
  byId: reader,
  reasons: ['photo', 'name'],
  remark: 'The marks card says Geetha S Agarwal.',
  answers: [],
  changes: [],
  fallenDraft: null,
  takenBackBy: null,
  takenBackAt: null,
};

test('the conversation says who returned it and why, and what was changed and answered since', async () => {
  await renderScreen(
    <Conversation
      application={{
        conversation: [
          entry,
          {
            ...entry,
            act: 'corrected',
            byId: null,
            by: 'Ravi Shetty',
            reasons: [],
            remark: null,
            answers: [
              { reason: 'photo', answer: 'left', remark: 'It is clear.' },
              { reason: 'name', answer: 'corrected', remark: '' },
            ],
            changes: [
              { field: 'candidateName', before: 'Geetha Agarwal', after: 'Geetha S Agarwal' },
              { field: 'totalAmount', before: '700', after: '80000' },
              { field: 'mobile', before: null, after: null },
              { field: 'guideName', before: null, after: 'Dr. Rao' },
            ],
          },
          { ...entry, reasons: ['name'], remark: null, takenBackAt: '2026-12-01T07:25:00.000Z' },
        ],
      }}
    />,
  );
  const words = page.getByRole('region', { name: 'Conversation' }).getByRole('listitem');
  await expect
    .element(words.nth(0))
    .toHaveTextContent(
      'Returned 01/12/2026, 12:49 by you: Photo cannot be used; Name differs from the marks card' +
        'The marks card says Geetha S Agarwal.',
    );
  await expect
    .element(words.nth(1))
    .toHaveTextContent(
      'Corrected 01/12/2026, 12:49 by Ravi Shetty' +
        'Candidate name: Geetha Agarwal → Geetha S Agarwal' +
        'Total amount: ₹700 → ₹80,000' +
        'Mobile: changed' +
        'Guide name: (empty) → Dr. Rao' +
        'Photo cannot be used: left as it is. It is clear.',
    );
  await expect
    .element(words.nth(2))
    .toHaveTextContent(
      'Returned 01/12/2026, 12:49 by you: Name differs from the marks cardTaken back 01/12/2026, 12:55',
    );
});

test('a conversation that has only verifications is not shown', async () => {
  await renderScreen(<Conversation application={{ conversation: [{ ...entry, act: 'verified' }] }} />);
  await expect.element(page.getByRole('region', { name: 'Conversation' })).not.toBeInTheDocument();
});

const reasons = ['photo', 'Seal is missing'];
let values: ApplicationFormValues;

function Form() {
  const [open, setOpen] = useState<readonly string[]>([]);
  const form = useForm<ApplicationFormValues>({
    initialValues: newValues({ colleges: [], certificateTypes: [] } as never),
  });
  values = form.values;
  return (
    <>
      <ReturnAnswers form={form as never} reasons={reasons} open={open} />
      <button type="button" onClick={() => setOpen(['Seal is missing'])}>
        Save
      </button>
    </>
  );
}

test('each reason is ticked, or explained once a save asks about it', async () => {
  await renderScreen(<Form />);
  const group = page.getByRole('group', { name: 'Reasons of the return' });
  await expect.poll(() => group.getByRole('checkbox').all().length).toBe(2);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(group.getByRole('textbox', { name: 'Why this stays: Seal is missing' })).toHaveFocus();
  await userEvent.keyboard('It has none.');
  await expect.element(group.getByRole('textbox', { name: 'Why the photo stays' })).not.toBeInTheDocument();
  expect(answersOf(reasons, values)).toEqual([
    { reason: 'Seal is missing', answer: 'left', remark: 'It has none.' },
  ]);
  await group.getByRole('checkbox', { name: 'Photo cannot be used' }).click();
  expect(answersOf(reasons, values)[0]).toEqual({ reason: 'photo', answer: 'corrected', remark: '' });
  await group.getByRole('checkbox', { name: 'Seal is missing' }).click();
  expect(answersOf(reasons, values)[1]).toEqual({
    reason: 'Seal is missing',
    answer: 'corrected',
    remark: '',
  });
});

const named = ['photo', 'receipt', 'name', 'course', 'registration', 'college'];

function Asked() {
  const form = useForm<ApplicationFormValues>({
    initialValues: newValues({ colleges: [], certificateTypes: [] } as never),
  });
  return <ReturnAnswers form={form as never} reasons={named} open={named} />;
}

test('a reason that is asked about names in its field what stays as it is', async () => {
  await renderScreen(<Asked />);
  for (const what of ['photo', 'receipt', 'name', 'course', 'numbers', 'college'])
    await expect
      .element(page.getByRole('textbox', { name: new RegExp(`^Why the ${what} stays?`) }))
      .toBeVisible();
});
