import { expect, type Locator, type Page, test } from '@playwright/test';
import { acknowledgementCode } from '#features/applications/rules.ts';
import { receive, writeApplication } from './applications.ts';
import { expectNothingFound, showIn } from './axe.ts';
import { decide, openVerify, painted, receiveMany, settle, shownCase, waitForNext } from './case-desk.ts';
import { post } from './certificates.ts';
import { openDesk, openDesks } from './people.ts';
import { scan, setPreamble } from './scanner.ts';
import { visit } from './visit.ts';

const looks = [
  { scheme: 'light', width: 1366, height: 768 },
  { scheme: 'dark', width: 1366, height: 768 },
  { scheme: 'light', width: 360, height: 740 },
] as const;

/** The decisions of all, over and over: their keys, how the fee stands, and what the queue says afterwards. */
const decisions = [
  { keys: ['v', 'Enter'], isShort: false, mark: /^\d{4}\/\d{6}$/ },
  { keys: ['r', '1', 'Enter'], isShort: false, mark: /^Returned$/ },
  { keys: ['v', 'Enter'], isShort: false, mark: /^\d{4}\/\d{6}$/ },
  { keys: ['x', '1', 'Enter'], isShort: true, mark: /^Rejected$/ },
  { keys: ['r', '3', '5', 'Enter'], isShort: false, mark: /^Returned$/ },
] as const;

/** All of them with `npm run test:long`. */
const many = process.env.LONG_FORMS ? 60 : decisions.length;

test('many applications are decided by keys alone, at most four for each', async ({ browser }) => {
  test.setTimeout(300_000);
  const receiver = await openDesk(browser, 'receiver');
  const { name } = await receiveMany(receiver, many, (index) => decisionAt(index).isShort);
  const page = await openDesk(browser, 'case_worker');
  await openVerify(page, name);
  const queue = page.getByRole('navigation', { name: 'Queue' });
  const order: string[] = [];
  let most = 0;
  for (let index = 0; index < many; index += 1) {
    const id = await shownCase(page);
    expect(order, 'no application comes twice').not.toContain(id);
    order.push(id);
    await settle(page);
    const { keys, mark } = decisionAt(index);
    most = Math.max(most, keys.length);
    await page.keyboard.press(keys[0]);
    await painted(page);
    for (const key of keys.slice(1)) await page.keyboard.press(key);
    if (index < many - 1) await waitForNext(page, id);
    // A screen reader says which case came.
    if (index < many - 1) await expect(page.locator('[data-case]')).toBeFocused();
    const entry = queue.getByRole('listitem').nth(index);
    await expect(entry.locator('span').last()).toHaveText(mark);
  }
  await expect(page.getByText('Nothing more waits for your decision here.')).toBeVisible();
  expect(most).toBeLessThanOrEqual(4);
  const { rows } = await (
    await receiver.request.get(`/api/applications?search=${name}&sort=receivedAt&limit=100`)
  ).json();
  expect(order).toEqual(rows.map((row: { id: string }) => row.id));
  expect(rows.map((row: { status: string }) => row.status)).toEqual(
    rows.map((_: unknown, index: number) => statusAfter(index)),
  );
});

test('a queue whose next page cannot be had is not at its end', async ({ browser }) => {
  const receiver = await openDesk(browser, 'receiver');
  const { name } = await receiveMany(receiver, 2);
  const page = await openDesk(browser, 'case_worker');
  let firstPage: object | undefined;
  // It fails until somebody has clicked, however often the screen asks by itself.
  const isClicked = () => page.evaluate<boolean>('window.isClicked === true');
  await page.route('**/api/cases?*', async (route) => {
    const isNextPage = new URL(route.request().url()).searchParams.has('after');
    if (isNextPage && !(await isClicked()))
      return route.fulfill({
        status: 400,
        contentType: 'application/problem+json',
        json: { code: 'request.unreadable', detail: 'The request cannot be read.', status: 400 },
      });
    // Read anew for what happened meanwhile, the first page would have the second case in place of the decided one.
    if (!isNextPage && firstPage) return route.fulfill({ json: firstPage });
    const response = await route.fetch();
    const { rows } = await response.json();
    const page = { rows: rows.slice(0, 1), hasMore: rows.length > 1 };
    if (!isNextPage) firstPage = page;
    return route.fulfill({ response, json: page });
  });
  await openVerify(page, name);
  const id = await shownCase(page);
  await settle(page);
  await decide(page, 'v');
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  await expect(page.getByText('Nothing more waits for your decision here.')).toBeHidden();
  await page.evaluate(
    `document.addEventListener('click', () => { window.isClicked = true; }, { capture: true })`,
  );
  await again.click();
  await waitForNext(page, id);
});

test('what a colleague does while the next page comes is no end of the queue', async ({ browser }) => {
  const receiver = await openDesk(browser, 'receiver');
  const { name } = await receiveMany(receiver, 2);
  const page = await openDesk(browser, 'case_worker');
  let letGo = () => {};
  const isLetGo = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let held = 0;
  let readAnew = 0;
  await page.route('**/api/cases?*', async (route) => {
    const isNextPage = new URL(route.request().url()).searchParams.has('after');
    if (isNextPage) {
      held += 1;
      await isLetGo;
    } else readAnew += 1;
    const response = await route.fetch();
    const { rows } = await response.json();
    return route
      .fulfill({ response, json: { rows: rows.slice(0, 1), hasMore: rows.length > 1 } })
      .catch(() => {});
  });
  await openVerify(page, name);
  const id = await shownCase(page);
  await settle(page);
  const before = held;
  await decide(page, 'v');
  await expect.poll(() => held).toBeGreaterThan(before);
  const already = readAnew;
  await receiveMany(receiver, 1);
  await expect.poll(() => readAnew).toBeGreaterThan(already);
  letGo();
  await waitForNext(page, id);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('a key that was still meant for the case before decides nothing', async ({ browser }) => {
  const receiver = await openDesk(browser, 'receiver');
  const { name } = await receiveMany(receiver, 2);
  const page = await openDesk(browser, 'case_worker');
  await openVerify(page, name);
  const first = await shownCase(page);
  await settle(page);
  // Pressed by the page itself in the very frame in which the next case appears.
  await page.evaluate(
    `window.pressedAt = 0;
     new MutationObserver((_, observer) => {
       const shown = document.querySelector('[data-case]');
       if (!shown || shown.dataset.case === '${first}') return;
       observer.disconnect();
       window.pressedAt = performance.now();
       document.body.dispatchEvent(new KeyboardEvent('keydown', { code: 'KeyV', key: 'v', bubbles: true }));
     }).observe(document.body, { subtree: true, childList: true, attributes: true });`,
  );
  await decide(page, 'v');
  await expect.poll(() => page.evaluate('window.pressedAt')).toBeGreaterThan(0);
  const question = page.getByRole('heading', { name: 'Verify this application?' });
  await expect(question).toBeHidden();
  await settle(page);
  await page.keyboard.press('v');
  await expect(question).toBeVisible();
});

test('Enter confirms only what the last key opened, whatever was pressed on the way', async ({ browser }) => {
  const receiver = await openDesk(browser, 'receiver');
  const { name } = await receiveMany(receiver, 4);
  const page = await openDesk(browser, 'case_worker');
  await openVerify(page, name);
  const question = page.getByRole('heading', { level: 3, name: /\?$/ });
  const lastDecision = page.locator('[data-last-decision]');
  const statuses = async () => {
    const { rows } = await (
      await receiver.request.get(`/api/applications?search=${name}&sort=receivedAt&limit=9`)
    ).json();
    return rows.map((row: { status: string }) => row.status);
  };

  await test.step('any other key closes the question, and Enter then does nothing', async () => {
    await settle(page);
    for (const key of ['q', '8', 'Backspace', 'y', 'Escape']) {
      await decide(page, 'v', key);
      await expect(question).toBeHidden();
    }
    expect(await statuses()).toEqual(['received', 'received', 'received', 'received']);
  });

  await test.step('a held V asks once, and an Enter held from before its question confirms nothing', async () => {
    for (let index = 0; index < 5; index += 1) await page.keyboard.down('v');
    await expect(question).toHaveText('Verify this application?');
    await page.keyboard.up('v');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Verify/ }).focus();
    for (let index = 0; index < 12; index += 1) {
      await page.keyboard.down('Enter');
      await painted(page);
    }
    await page.keyboard.up('Enter');
    await expect(question).toHaveText('Verify this application?');
    await page.keyboard.press('Space');
    await expect(question, 'the space bar scrolls').toHaveText('Verify this application?');
    await page.keyboard.press('Escape');
  });

  await test.step('V and Enter within one frame: the question was not seen yet', async () => {
    await page.evaluate(
      `for (const key of [{ code: 'KeyV', key: 'v' }, { code: 'Enter', key: 'Enter' }])
         document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { ...key, bubbles: true, cancelable: true }));`,
    );
    await expect(question).toHaveText('Verify this application?');
    await page.keyboard.press('Escape');
  });

  await test.step('a double click on Verify opens its question and does not answer it', async () => {
    await page.getByRole('button', { name: /^Verify/ }).dblclick();
    await expect(question).toHaveText('Verify this application?');
    await page.keyboard.press('Escape');
    expect(await statuses()).toEqual(['received', 'received', 'received', 'received']);
  });

  await test.step('V, R, 1, Enter returns the application with the first reason', async () => {
    const returned = await shownCase(page);
    await decide(page, 'v', 'r', '1');
    await expect(lastDecision).toHaveText(/is back with Ravi Shetty\.$/);
    expect(await statuses()).toEqual(['returned', 'received', 'received', 'received']);
    await waitForNext(page, returned);
  });

  await test.step('R, V, Enter verifies', async () => {
    const verified = await shownCase(page);
    await settle(page);
    await decide(page, 'r', 'v');
    await expect(lastDecision).toHaveText(/is verified: convocation number/);
    expect(await statuses()).toEqual(['returned', 'verified', 'received', 'received']);
    await waitForNext(page, verified);
  });

  await test.step('looking closer leaves the question open', async () => {
    const verified = await shownCase(page);
    await settle(page);
    await decide(page, 'v', '+', 't', 'Shift+T', 'PageDown', 'Shift+ArrowUp', 'p', '-', '0');
    await expect.poll(statuses).toEqual(['returned', 'verified', 'verified', 'received']);
    await waitForNext(page, verified);
  });

  await test.step('a refused act closes the question of another', async () => {
    await settle(page);
    await decide(page, 'v', 'x');
    await expect(page.getByRole('alert')).toContainText('The fee is paid in full');
    await expect(question).toBeHidden();
    expect(await statuses()).toEqual(['returned', 'verified', 'verified', 'received']);
  });
});

test('two case workers: the lease shows, keeps the other from deciding, and hands on', async ({
  browser,
}) => {
  const receiver = await openDesk(browser, 'receiver');
  const { name, ids } = await receiveMany(receiver, 2);
  const asha = await openDesk(browser, 'case_worker');
  const meera = await openDesk(browser, 'case_worker', 'case-worker.col001@dikshant.example');
  const [first, second] = [ids[0]!, ids[1]!];

  await visit(meera, `/case-worker/manage-application?q=${name}&show=to_verify`);
  await expect(meera.locator('[data-index]')).toHaveCount(2);
  await openVerify(asha, name);
  expect(await shownCase(asha)).toBe(first);
  await test.step('a colleague sees it in the list within a second', async () => {
    await expect(meera.getByRole('row').nth(1)).toContainText('Asha Kulkarni is verifying this', {
      timeout: 1_500,
    });
  });

  await test.step('her queue passes over it, and opening it says why it cannot be decided', async () => {
    await openVerify(meera, name);
    await expect(meera.locator('[data-case]')).toHaveAttribute('data-case', second);
    await meera.getByRole('navigation', { name: 'Queue' }).getByRole('button').first().click();
    await expect(meera.getByRole('alert')).toHaveText(
      'Asha Kulkarni is verifying this application now, so you cannot decide on it.',
    );
    await expect(meera.getByRole('button', { name: /^Verify/ })).toHaveAttribute('aria-disabled', 'true');
    const refused = await meera.request.post(`/api/applications/${first}/verify`, { data: { version: 1 } });
    expect(await refused.json()).toMatchObject({ code: 'applications.leased' });
  });

  await test.step('it is hers as soon as Asha leaves', async () => {
    await asha.getByRole('link', { name: 'Back to the list' }).click();
    await expect(meera.getByRole('alert')).toBeHidden({ timeout: 3_000 });
    await settle(meera);
    await decide(meera, 'v');
    await expect(meera.locator('[data-last-decision]')).toHaveText(/is verified: convocation number/);
  });

  await test.step('a tab that is closed gives its case free', async () => {
    await expect(meera.locator(`[data-case="${second}"]`)).toBeVisible();
    await expect(asha.getByRole('row').nth(1)).toContainText('Meera Nair is verifying this');
    await meera.close({ runBeforeUnload: true });
    await expect(asha.getByRole('row').nth(1)).not.toContainText('is verifying this', { timeout: 5_000 });
  });
});

test('says what differs from the master, what a refusal means, and where a mail goes', async ({
  browser,
}) => {
  const [admin, receiver] = await openDesks(browser, 'admin', 'receiver');
  const { name, registrations } = await receiveMany(receiver, 1, () => true);
  const colleges = await (await admin.request.get('/api/college-choices')).json();
  const college = colleges.find(({ code }: { code: string }) => code === 'COL001');
  await post(admin, '/api/students', {
    name: 'Somebody Else',
    collegeId: college.id,
    address: 'Mysuru 570001',
    registrationNumber: registrations[0],
  });
  const page = await openDesk(browser, 'case_worker');
  await openVerify(page, name);
  await expect(page.getByRole('row', { name: /^Candidate name/ })).toContainText('differs: Somebody Else');
  await expect(page.getByRole('row', { name: /^Registration number/ })).toBeHidden();
  await page.getByRole('button', { name: /fields equal the student master$/ }).click();
  await expect(page.getByRole('row', { name: /^Registration number/ })).toContainText('same');

  await settle(page);
  await page.keyboard.press('v');
  await expect(page.getByRole('alert')).toContainText('of the fee are still pending');
  await page.keyboard.press('r');
  await expect(page.getByText('Mail goes to office@sahyadri.dikshant.example')).toBeVisible();
  await page.keyboard.press('7');
  // At the pace of a hand: an Enter right behind the keys would be a scanner's.
  await page.keyboard.type('The marks card is missing.', { delay: 40 });
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Return', exact: true }).press('Enter');
  await expect(page.locator('[data-last-decision]')).toHaveText(/is back with Ravi Shetty\.$/);
  const mails = await page.request.get('/api/demo/outbox?to=office@sahyadri.dikshant.example');
  expect((await mails.json())[0].text).toContain('Remark: The marks card is missing.');
});

test('the question names what differs and what is conceded, covers neither, and asks for one reason', async ({
  browser,
}) => {
  const [admin, receiver] = await openDesks(browser, 'admin', 'receiver');
  const application = await writeApplication(receiver.request, 960);
  const { collegeId, registrationNumber, totalAmount } = application;
  const candidateName = `Differs ${Date.now()}`;
  await receive(receiver.request, {
    ...application,
    candidateName,
    totalAmount: totalAmount - 200,
    drafts: application.drafts.map((draft) => ({ ...draft, amount: draft.amount - 200 })),
    concession: { amount: 200, reason: 'merit', authority: 'Order 17 of 3 May' },
  });
  const student = { name: 'Somebody Else', collegeId, address: 'Mysuru 570001', registrationNumber };
  await post(admin, '/api/students', student);
  const page = await openDesk(browser, 'case_worker');
  await openVerify(page, candidateName);
  await expect(page.getByText('less a concession of ₹200: Merit, Order 17 of 3 May').first()).toBeVisible();
  await settle(page);
  await page.keyboard.press('v');
  const question = page.getByRole('form', { name: 'Verify this application?' });
  await expect(question).toContainText(`${candidateName} here, Somebody Else in the student master`);
  await expect(question).toContainText(/You confirm: .+ less a concession of ₹200: Merit, Order 17 of 3 May/);
  const decidedOn = [
    page.getByRole('row', { name: /^Candidate name/ }),
    page.getByRole('button', { name: /fields equal the student master$/ }),
    page.getByRole('img', { name: /^Photo/ }),
  ];
  // The second is the first at 200 %.
  for (const [width, height] of [
    [1366, 768],
    [683, 384],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const shown of decidedOn)
      await expect.poll(() => isUncovered(shown), `${shown} ${width}`).toBe(true);
  }
  await page.setViewportSize({ width: 1366, height: 768 });

  await painted(page);
  await page.keyboard.press('Enter');
  await expect(question.getByRole('alert')).toHaveText('Choose a reason.');
  await page.keyboard.press('1');
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-last-decision]')).toHaveText(/is verified: convocation number/);
});

test('a scan opens its application, keys move its documents, axe finds nothing, and letters can be switched off', async ({
  browser,
}) => {
  const receiver = await openDesk(browser, 'receiver');
  const { name, ids } = await receiveMany(receiver, 2);
  const page = await openDesk(browser, 'case_worker');
  await setPreamble(page.request);
  // The page asks for its preamble when it is loaded.
  await page.goto(`/case-worker/verify?q=${name}`);

  await test.step('a scanned acknowledgement number opens its application, wherever the focus is', async () => {
    expect(await shownCase(page)).toBe(ids[0]);
    const scanned = await (await page.request.get(`/api/applications/${ids[1]}`)).json();
    await scan(page, acknowledgementCode(scanned.acknowledgementNumber));
    await expect(page.locator(`[data-case="${ids[1]}"]`)).toBeVisible();
  });

  await test.step('photo and PDF receipt are zoomed, turned and moved by keys', async () => {
    const receipt = page.getByRole('img', { name: /^Bank receipt \(DD\): a\.pdf$/ });
    const photo = page.getByRole('img', { name: /^Photo: a\.jpg$/ });
    await expect(receipt.locator('canvas')).toBeVisible();
    expect(await hasInk(page)).toBe(true);
    for (const key of ['+', '+', 't']) await page.keyboard.press(key);
    await expect(receipt).toHaveAttribute('data-zoom', '1.56');
    await expect(receipt).toHaveAttribute('data-turns', '1');
    const before = await receipt.getAttribute('style');
    await page.keyboard.press('Shift+ArrowUp');
    await expect(receipt).not.toHaveAttribute('style', before!);
    await page.keyboard.press('0');
    await expect(receipt).toHaveAttribute('data-zoom', '1.00');

    await page.keyboard.press('p');
    await page.keyboard.press('Shift+T');
    await page.keyboard.press('-');
    await expect(photo).toHaveAttribute('data-turns', '3');
    await expect(photo).toHaveAttribute('data-zoom', '0.80');
    await expect(receipt).toHaveAttribute('data-turns', '1');
  });

  for (const look of looks) {
    await showIn(page, look);
    for (const key of ['v', 'r']) {
      // A case out of sight is shown first, and not decided on.
      await page.locator('#case-name').scrollIntoViewIfNeeded();
      await page.keyboard.press(key);
      await expect(page.getByRole('heading', { level: 3, name: /\?$/ })).toBeVisible();
      await expectNothingFound(page, `${key} ${look.scheme} ${look.width}`);
      await page.keyboard.press('Escape');
    }
  }
  await page.keyboard.press('?');
  const letters = page.getByRole('switch', { name: 'Single letters and digits are shortcuts' });
  await expectNothingFound(page, 'keys');
  // The switch follows the server's answer.
  await letters.click({ force: true });
  await expect(letters).not.toBeChecked();
  await page.keyboard.press('Escape');
  await page.keyboard.press('v');
  await expect(page.getByRole('heading', { name: 'Verify this application?' })).toBeHidden();
  await page.getByRole('button', { name: 'Keys of this screen' }).click();
  await letters.click({ force: true });
  await expect(letters).toBeChecked();
});

function decisionAt(index: number) {
  return decisions[index % decisions.length]!;
}

function statusAfter(index: number): string {
  const [first] = decisionAt(index).keys;
  return { v: 'verified', r: 'returned', x: 'rejected' }[first];
}

/** Whether nothing stands over it once it is scrolled to. */
function isUncovered(shown: Locator): Promise<boolean> {
  return shown.evaluate((element) => {
    element.scrollIntoView({ block: 'nearest' });
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const hit = element.ownerDocument.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return hit !== null && (element.contains(hit) || hit.contains(element));
  });
}

/** Whether the page of the PDF was really drawn. */
function hasInk(page: Page): Promise<boolean> {
  return page.evaluate<boolean>(
    `(() => {
      const canvas = document.querySelector('canvas');
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      return data.some((value, index) => index % 4 === 0 && value < 100);
    })()`,
  );
}
