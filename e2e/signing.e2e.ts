import { expect, type Page, test } from '@playwright/test';
import { expectNothingFound } from './axe.ts';
import { post, print, read, verifiedCertificate } from './certificates.ts';
import { openDesk, openDesks } from './people.ts';
import { scan, setPreamble } from './scanner.ts';
import { visit } from './visit.ts';

const certificateType = `Signed by hand ${Date.now()}`;
const names = ['Asha Signed', 'Ravi Unsigned', 'Meena Damaged'];

/** A type that is signed by hand, by two people, and its layout signed off. */
async function setUpType(admin: Page, registrar: Page, printer: Page): Promise<void> {
  const entry = {
    name: certificateType,
    title: '',
    titles: {},
    requires: [],
    numberSeries: 'Certificates',
    numberLetters: '',
    signedBy: 'hand',
    activeFrom: '',
    activeUntil: '',
  };
  const { proposalId } = await post(admin, '/api/settings/certificate_types', entry);
  await post(registrar, `/api/settings/proposals/${proposalId}/confirm`, { version: 1 });
  const choices = await read(admin, '/api/application-choices');
  const { colour } = choices.papers[0];
  const { id } = await post(printer, '/api/proofs', { certificateType, colour });
  await post(admin, `/api/proofs/${id}/sign-off`, { version: 1 });
}

test('sheets go out to be signed by hand and come back, and only then leave the house', async ({
  browser,
}) => {
  const [receiver, caseWorker, printer, admin] = await openDesks(
    browser,
    'receiver',
    'case_worker',
    'printer',
    'admin',
  );
  const registrar = await openDesk(browser, 'admin', 'registrar@dikshant.example');
  const auditor = await openDesk(browser, 'auditor');
  await setUpType(admin, registrar, printer);
  const printed: { id: string; number: string; serial: string }[] = [];
  for (const [index, candidateName] of names.entries()) {
    const ordinal = 860 + index;
    const made = await verifiedCertificate(receiver, caseWorker, { ordinal, candidateName, certificateType });
    const { serial } = await print(printer, made.id);
    printed.push({ ...made, serial });
  }
  const [signed, unsigned, damaged] = printed as [
    (typeof printed)[0],
    (typeof printed)[0],
    (typeof printed)[0],
  ];
  await setPreamble(printer.request);

  await test.step('the counter is told that it waits for its signature', async () => {
    await visit(
      receiver,
      `/application-receiver/printed-certificates?q=${encodeURIComponent(signed.number)}`,
    );
    const handOver = receiver.getByRole('button', { name: /^Hand over: Asha Signed/ });
    await expect(handOver).toHaveAccessibleName(/is signed by hand and waits in the print room/);
    await visit(
      receiver,
      `/application-receiver/printed-certificates?stage=to_hand_over&q=${encodeURIComponent(signed.number)}`,
    );
    await expect(receiver.getByText('No printed certificates found').first()).toBeVisible();
  });

  await test.step('the printer chooses by keys and by scanner, and sends them out', async () => {
    await printer.goto('/printer/print-queue');
    await printer.getByRole('link', { name: 'Signing batches' }).first().click();
    await printer.getByRole('link', { name: 'New signing batch' }).first().click();
    const send = printer.getByRole('button', { name: 'Send for signature' });
    await expect(send).toHaveAccessibleDescription('Choose at least one sheet.');
    await printer.getByRole('combobox', { name: 'Office that signs' }).fill('Vice-Chancellor');
    await printer.keyboard.press('Tab');
    await printer.keyboard.type('Anand Gowda', { delay: 40 });
    const named = printer.getByLabel('Choose sheets');
    await named.focus();
    await printer.keyboard.type(signed.number, { delay: 40 });
    await printer.keyboard.press('Enter');
    await expect(printer.getByText(`${signed.serial}, Asha Signed: chosen.`)).toBeVisible();
    // Into the field that has the focus.
    await scan(printer, unsigned.serial);
    await expect(printer.getByText(`${unsigned.serial}, Ravi Unsigned: chosen.`)).toBeVisible();
    await expect(named).toHaveValue('');
    await scan(printer, 'Z999999');
    await expect(printer.getByText('No sheet that waits for its signature is named Z999999.')).toBeVisible();
    await printer.getByRole('checkbox', { name: `Sheet ${damaged.serial}` }).press('Space');
    await expectNothingFound(printer, 'a new signing batch');
    await send.focus();
    await printer.keyboard.press('Enter');
    const dialog = printer.getByRole('dialog', { name: 'Send this batch for signature?' });
    await expect(dialog).toContainText('Sheets that Anand Gowda carries to Vice-Chancellor: 3.');
    await dialog.getByRole('button', { name: 'Send for signature' }).press('Enter');
    await expect(printer.getByRole('heading', { name: /^Signing batch S-\d{6}$/ })).toBeVisible();
    const list = await printer.getByRole('link', { name: 'List of the batch (PDF)' }).getAttribute('href');
    expect((await printer.request.get(list!)).headers()['content-type']).toBe('application/pdf');
  });

  await test.step('the counter is told where it is', async () => {
    await visit(
      receiver,
      `/application-receiver/printed-certificates?q=${encodeURIComponent(signed.number)}`,
    );
    await expect(receiver.getByRole('button', { name: /^Hand over: Asha Signed/ })).toHaveAccessibleName(
      /is out for its signature: in batch S-\d{6} with Vice-Chancellor since/,
    );
  });

  await test.step('they come back one by one, each as it is', async () => {
    const came = async (serial: string, button: string) => {
      await printer.getByLabel('Sheets that came back').focus();
      await scan(printer, serial);
      await expect(printer.getByRole('checkbox', { name: `Sheet ${serial}` })).toBeChecked();
      // An Enter right after a scan is the scanner's.
      await printer.getByRole('button', { name: button }).press('Space');
      const dialog = printer.getByRole('dialog', { name: /^Take 1 sheets of batch/ });
      if (button === 'Back damaged') {
        const confirm = dialog.getByRole('button', { name: button });
        await expect(confirm).toHaveAccessibleDescription('Enter how the sheet is damaged.');
        await dialog.getByLabel('How they are damaged').fill('Ink was spilt.');
      }
      await dialog.getByRole('button', { name: button }).press('Space');
      await expect(dialog).toBeHidden();
    };
    await came(signed.serial, 'Back signed');
    await came(unsigned.serial, 'Back unsigned');
    await expect(printer.getByText('1 of 3 sheets are out, 1 came back signed.')).toBeVisible();
    await expectNothingFound(printer, 'a signing batch');
    await came(damaged.serial, 'Back damaged');
    await expect(printer.getByText('0 of 3 sheets are out, 1 came back signed.')).toBeVisible();
    await expect(printer.getByRole('row', { name: /Meena Damaged/ })).toContainText('Ink was spilt.');
    await expect(printer.getByLabel('Sheets that came back')).toHaveCount(0);
  });

  await test.step('the signed one leaves, the others do not', async () => {
    await visit(
      receiver,
      `/application-receiver/printed-certificates?q=${encodeURIComponent(signed.number)}`,
    );
    await receiver.getByRole('button', { name: /^Hand over: Asha Signed/ }).click();
    const dialog = receiver.getByRole('dialog', { name: /^Hand over certificate/ });
    await dialog.getByRole('radio', { name: 'Passport' }).check();
    await dialog.getByRole('button', { name: 'Hand over' }).click();
    await expect(receiver.getByText(`Certificate ${signed.number} is handed over.`)).toBeVisible();
    await visit(
      receiver,
      `/application-receiver/printed-certificates?q=${encodeURIComponent(damaged.number)}`,
    );
    await expect(receiver.getByRole('button', { name: /^Hand over: Meena Damaged/ })).toHaveAccessibleName(
      /came back damaged from Vice-Chancellor in batch/,
    );
  });

  await test.step('an auditor reads who had them, and records nothing', async () => {
    await visit(auditor, `/auditor/signing-batches?q=${signed.serial}`);
    await auditor
      .getByRole('row', { name: /Vice-Chancellor/ })
      .getByRole('button', { name: /^Open batch/ })
      .click();
    await expect(
      auditor.getByText('Carried by Anand Gowda to: Vice-Chancellor.', { exact: false }),
    ).toBeVisible();
    await expect(auditor.getByRole('button', { name: 'Back signed' })).toHaveCount(0);
  });
});
