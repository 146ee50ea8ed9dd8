import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen } from '#dev/testing/web/render-screen.tsx';
import { StudentFormPage } from './student-form.tsx';

/** The form beside a portal whose certificates have Latin, Kannada and Devanagari. */
async function show() {
  const answered = vi.mocked(window.fetch).getMockImplementation()!;
  vi.mocked(window.fetch).mockImplementation(async (input, init) => {
    const { pathname } = new URL(new Request(input, init).url);
    if (pathname.endsWith('/college-choices')) return Response.json([]);
    if (pathname.endsWith('/choices'))
      return Response.json({ categories: [], modes_of_study: [], courses: [] });
    if (pathname.includes('/universit'))
      return Response.json({ rows: [], name: 'Vishwavidya', scripts: ['kannada', 'devanagari'] });
    return answered(input, init);
  });
  await renderScreen(<StudentFormPage />);
}

const latin = page.getByRole('textbox', { name: 'Student Name' });
const native = page.getByRole('textbox', { name: /^Name in / });

test('a letter that cannot be printed is named at its field while it is typed', async () => {
  await show();
  await userEvent.click(native);
  await userEvent.keyboard('ಆಶಾ ழ');
  const sentence = 'The letter ழ is Tamil; the certificate has Latin, Kannada and Devanagari.';
  await expect.element(page.getByText(sentence)).toBeVisible();
  await expect.element(native).toHaveFocus();
  await userEvent.keyboard('{Backspace}');
  await expect.element(page.getByText(sentence)).not.toBeInTheDocument();
  // The keyboard of the test would type the two halves of the sign.
  await userEvent.fill(latin, 'Asha 🎓');
  await expect.element(page.getByText(/^The sign 🎓 cannot be printed; /)).toBeVisible();
});

test.each(['Ramesh .', 'U', 'FNU Ramesh', 'Ramesh Ramesh', 'Ravi Kumar 2'])(
  '%s is a doubt that stops nobody',
  async (name) => {
    await show();
    await userEvent.click(latin);
    await userEvent.keyboard('Asha Rao');
    const described = () => {
      const ids = latin.element().getAttribute('aria-describedby')?.split(' ') ?? [];
      return ids
        .map((id) => document.getElementById(id)?.textContent ?? '')
        .join(' ')
        .trim();
    };
    const before = described();
    await userEvent.fill(latin, name);
    await expect.poll(described).not.toBe(before);
    await expect.element(latin).not.toHaveAttribute('aria-invalid', 'true');
  },
);
