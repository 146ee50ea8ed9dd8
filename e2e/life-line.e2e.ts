import { expect, type Page, test } from '@playwright/test';
import { registrationOf } from './applications.ts';
import { post, print, read, verifiedCertificate } from './certificates.ts';
import { openDesks } from './people.ts';

/** An event as the program names it: `applications: received`. */
const className =
  /(applications|certificates|charges|demand drafts|deposit slips|stock|print runs|reprints|proposals|bundles|fees): ?[a-z]/;

const nameOf = async (page: Page): Promise<string> => (await read(page, '/api/session')).session.name;

test('the life of a record is told in sentences: who, what and how much, in each language', async ({
  browser,
}) => {
  const [receiver, caseWorker, printer, admin] = await openDesks(
    browser,
    'receiver',
    'case_worker',
    'printer',
    'admin',
  );
  const ordinal = 9_711;
  const certificate = await verifiedCertificate(receiver, caseWorker, { ordinal });
  const { serial } = await print(printer, certificate.id);
  const { version } = await read(receiver, `/api/certificates/${certificate.id}`);
  await post(receiver, `/api/certificates/${certificate.id}/hand-over`, {
    ...{ version, collectedBy: 'Priya Nair', identitySeen: 'passport' },
  });
  const { rows } = await read(receiver, `/api/applications?search=${registrationOf(ordinal)}`);
  const { allocations } = await read(receiver, `/api/applications/${rows[0].id}`);
  const draft = await read(receiver, `/api/demand-drafts/${allocations[0].demandDraftId}`);
  const amount = `₹${draft.amount.toLocaleString('en-IN')}`;
  const [ravi, asha, prakash] = await Promise.all([receiver, caseWorker, printer].map(nameOf));
  const main = admin.getByRole('main');

  await test.step('of the application', async () => {
    await admin.goto(`/admin/records/application/${rows[0].id}`);
    await expect(main).toContainText(`${ravi} received it with draft ${draft.number} (${amount})`);
    await expect(main).toContainText(new RegExp(`${asha} verified it`));
    await expect(main).toContainText(new RegExp(`${prakash} printed it [^\\n]*${serial}`));
    await expect(main).toContainText(new RegExp(`${ravi} handed it over`));
    expect(await main.textContent()).not.toMatch(className);
  });

  await test.step('of certificate, draft and sheet', async () => {
    for (const [address, sentences] of [
      [`certificate/${certificate.id}`, [`${prakash} printed it`, serial, `${ravi} handed it over`]],
      [`draft/${draft.id}`, [`${ravi} received draft ${draft.number}`, amount]],
      [`sheet/${serial}`, [`${prakash} printed`, certificate.number]],
    ] as const) {
      await admin.goto(`/admin/records/${address}`);
      for (const sentence of sentences) await expect(main, address).toContainText(sentence);
      expect(await main.textContent(), address).not.toMatch(className);
    }
  });

  const { session } = await read(admin, '/api/session');
  const speak = (language: string | null) =>
    admin.request.put('/api/account/preferences', { data: { ...session.preferences, language } });
  try {
    for (const [language, script] of [
      ['kn', /\p{Script=Kannada}/u],
      ['hi', /\p{Script=Devanagari}/u],
    ] as const) {
      await speak(language);
      await admin.goto(`/admin/records/application/${rows[0].id}`);
      const received = main.getByText(new RegExp(`${draft.number}.*${amount}`)).filter({ hasText: ravi! });
      await expect(received.last(), language).toContainText(script);
      const said = await main.textContent();
      expect(said, language).not.toMatch(/ (received|verified|printed|handed|queued|created) /);
      expect(said, language).not.toMatch(className);
    }
  } finally {
    await speak(session.preferences.language);
  }
});
