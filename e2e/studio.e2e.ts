import { expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { expectNothingFound } from './axe.ts';
import { post, read } from './certificates.ts';
import { openDesk } from './people.ts';
import { visit } from './visit.ts';

const registrar = 'registrar@dikshant.example';
const number = String(Date.now()).slice(-6);
const type = `Migration ${number}`;
const name = `Security paper ${number}`;

test('a template is laid over a scan of its paper, proved by two, and comes into force', async ({
  browser,
}) => {
  const admin = await openDesk(browser, 'admin');
  const second = await openDesk(browser, 'admin', registrar);

  await test.step('a certificate type that nobody else prints', async () => {
    const { rows } = await read(admin, '/api/settings/number_series');
    const entry = { name: type, title: 'Migration Certificate', numberSeries: rows[0].name };
    const { proposalId: id } = await post(admin, '/api/settings/certificate_types', entry);
    if (id) await post(second, `/api/settings/proposals/${id}/confirm`, { version: 1 });
  });

  await test.step('the studio opens on a new template', async () => {
    await visit(admin, '/admin/settings/templates');
    await admin.getByRole('button', { name: 'Add template' }).first().click();
    const dialog = admin.getByRole('dialog', { name: 'Add template' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await dialog.getByRole('combobox', { name: 'Certificate type' }).fill(type);
    await admin.getByRole('option', { name: type }).click();
    await dialog.getByRole('radio', { name: 'Data only, for pre-printed paper' }).click();
    await dialog.getByRole('button', { name: 'Add template' }).click();
    await expect(admin.getByRole('heading', { name, level: 1 })).toBeVisible();
    await expect(admin.getByRole('img', { name: 'The sheet as it is printed' })).toBeVisible();
  });

  const sheet = admin.getByRole('application', { name: 'Sheet' });

  await test.step('the scan lies under the sheet', async () => {
    const chooser = admin.waitForEvent('filechooser');
    await admin.getByRole('button', { name: 'Lay scan under the sheet' }).click();
    await (await chooser).setFiles({ name: 'paper.png', mimeType: 'image/png', buffer: await drawScan() });
    await expect(admin.getByRole('button', { name: 'Remove scan' })).toBeVisible();
    await expect(sheet.locator('img')).toHaveCount(2);
  });

  await test.step('a picture is placed by mouse, a text by numbers', async () => {
    await field(admin, 'QR code').click();
    const box = await (await sheet.getByRole('button', { name: 'QR code' }).elementHandle())!.boundingBox();
    await admin.mouse.move(box!.x + 5, box!.y + 5);
    await admin.mouse.down();
    await admin.mouse.move(box!.x + 65, box!.y + 45, { steps: 6 });
    await admin.mouse.up();
    await expect(admin.getByLabel('Left', { exact: true })).not.toHaveValue('20 mm');
    await field(admin, 'Registration number').click();
    await admin.getByLabel('Left', { exact: true }).fill('120');
    await admin.getByLabel('Width', { exact: true }).fill('12');
    await admin.getByLabel('Width', { exact: true }).press('Enter');
    await expect(
      admin.getByRole('button', { name: /^Registration number(: too long| did not fit)/ }),
    ).toBeVisible();
    await expectNothingFound(admin, 'the studio with a chosen field');
    await admin.getByLabel('Width', { exact: true }).fill('70');
  });

  await test.step('what is changed is saved before the draft is proved, and not left behind', async () => {
    for (const act of ['Make proof sheet', 'Bring into force'])
      await expect(admin.getByRole('button', { name: act })).toHaveAccessibleDescription(
        /^Save the draft first/,
      );
    await admin.getByRole('link', { name: 'All templates' }).click();
    const leaving = admin.getByRole('dialog', { name: 'Leave without saving?' });
    await leaving.getByRole('button', { name: 'Stay' }).click();
    await admin.getByRole('button', { name: 'Save draft' }).click();
    await expect(admin.getByText(`The draft of ${name} is saved.`)).toBeVisible();
  });

  await test.step('a second person signs its proof off, and it comes into force', async () => {
    const bring = admin.getByRole('button', { name: 'Bring into force' });
    await expect(admin.getByRole('button', { name: 'Make proof sheet' })).not.toHaveAccessibleDescription(
      /./,
    );
    await expect(bring).toHaveAccessibleDescription(/^No proof sheet of this draft is signed off\./);
    await admin.getByRole('button', { name: 'Make proof sheet' }).click();
    await expect(admin.getByText(`The proof sheet of ${name} is made.`, { exact: false })).toBeVisible();
    const { rows } = await read(second, `/api/proofs?search=${encodeURIComponent(type.toLowerCase())}`);
    const proof = await second.request.get(`/api/proofs/${rows[0].id}/document`);
    expect(proof.headers()['content-type']).toBe('application/pdf');
    await post(second, `/api/proofs/${rows[0].id}/sign-off`, { version: rows[0].version });
    await bring.click();
    await admin.getByRole('dialog').getByRole('button', { name: 'Bring into force' }).click();
    await expect(admin.getByRole('main').getByText('In force', { exact: true }).first()).toBeVisible();
  });
});

function field(page: Page, label: string) {
  return page.getByRole('toolbar', { name: 'Fields' }).getByRole('button', { name: label });
}

function drawScan(): Promise<Buffer> {
  const frame =
    '<rect x="60" y="60" width="1634" height="1120" fill="none" stroke="#7a6a3a" stroke-width="14"/>';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1754" height="1240"><rect width="1754" height="1240" fill="#f7f1dc"/>${frame}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}
