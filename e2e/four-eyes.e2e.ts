import { expect, test } from '@playwright/test';
import { receive, registrationOf, writeApplication } from './applications.ts';
import { openDesk } from './people.ts';
import { visit } from './visit.ts';

test('who received an application cannot decide on it, not even as admin, on the screen or in the API', async ({
  browser,
}) => {
  const ordinal = 71;
  const admin = await openDesk(browser, 'admin');
  await receive(admin.request, await writeApplication(admin.request, ordinal));

  await visit(admin, `/case-worker/manage-application?q=${registrationOf(ordinal)}`);
  await admin
    .getByRole('row')
    .filter({ hasText: registrationOf(ordinal) })
    .getByText(registrationOf(ordinal))
    .click();
  const reason =
    'You received or corrected this application yourself, so a second person has to decide on it.';
  for (const decision of ['Verify', 'Reject', 'Return']) {
    const button = admin.getByRole('button', { name: new RegExp(`^${decision}`) });
    await expect(button).toHaveAttribute('aria-disabled', 'true');
    await expect(button).toHaveAccessibleDescription(reason);
  }

  const { rows } = await (
    await admin.request.get(`/api/applications?search=${registrationOf(ordinal)}`)
  ).json();
  const { id, version } = rows[0];
  for (const [decision, more] of [
    ['verify', {}],
    ['reject', { remark: 'I say so.' }],
    ['return', { reasons: ['photo'] }],
  ] as const) {
    const refused = await admin.request.post(`/api/applications/${id}/${decision}`, {
      data: { version, ...more },
    });
    expect(refused.status()).toBe(409);
    expect(await refused.json()).toMatchObject({ code: 'applications.own_work', detail: reason });
  }
});
