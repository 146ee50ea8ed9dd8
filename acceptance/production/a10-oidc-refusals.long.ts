import type { Browser } from 'playwright-core';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openBrowser } from '../harness/browser.ts';
import type { Person } from '../harness/people.ts';
import { eventually } from '../harness/portal.ts';
import { between, letters } from '../harness/random.ts';
import { codeTo, once, type University } from '../set-up/a-university.ts';
import { type Provider, startProvider, type Token } from './a-provider.ts';
import { accountOf, freshContext, outcomeOf, press, sessionsOf, universityWith } from './a-sign-on.ts';

// Done when 5: "a replayed code, foreign state, wrong nonce, audience or issuer, an expired token and one signed by a stranger's
// key are refused." Each in Chromium, each with an honest attempt after it that succeeds.

let provider: Provider;
let university: University;
let browser: Browser;
let person: Person;

beforeEach(
  once(async () => {
    provider = await startProvider();
    browser = await openBrowser();
    const { university: made, people } = await universityWith(provider, ['case_worker']);
    university = made;
    person = people[0]!;
  }),
  300_000,
);
afterAll(async () => {
  await browser?.close();
  await university?.remove();
  provider?.close();
});

/** A sentence and no code, no session, no mail; and never 'unexpected'. */
async function expectRefused(
  what: string,
  attempt: () => Promise<{ kind: string; text: string }>,
): Promise<void> {
  const sessions = await sessionsOf(university, person);
  const after = university.mails.received.length;
  const { kind, text } = await attempt();
  expect(kind, `${what}: ${text}`).toBe('refused');
  expect(text, what).not.toMatch(/unexpected|unforeseen|went wrong|500/i);
  expect(await sessionsOf(university, person), `${what}: sessions`).toBe(sessions);
  expect(
    university.mails.received.slice(after).filter(({ text: mail }) => /^\s*\d{4}\s*$/m.test(mail)).length,
    `${what}: codes`,
  ).toBe(0);
}

async function attempt(forge?: (token: Token) => void): Promise<{ kind: string; text: string }> {
  provider.account = accountOf(person);
  provider.forge = forge;
  const context = await freshContext(browser, university);
  try {
    const page = await context.newPage();
    await press(page, person.role);
    return await outcomeOf(page, university);
  } finally {
    delete provider.forge;
    await context.close();
  }
}

/** An attempt that has to lead to the code, and its mail, so that it does not come during what is asked next. */
async function expectCode(act: () => Promise<{ kind: string; text: string }>): Promise<void> {
  const after = university.mails.received.length;
  const outcome = await act();
  expect(outcome.kind, outcome.text).toBe('code');
  await eventually(() => codeTo(university, person.email, after), {
    within: 20_000,
    what: 'the mail with the code',
  });
}

/** The control: the same person in the same way, nothing forged. */
const expectHonest = () => expectCode(() => attempt());

/** A browser that went to the provider and whose way back was held: the address that it would have gone to. */
async function held(email = person) {
  provider.account = accountOf(email);
  provider.isHeld = true;
  const context = await freshContext(browser, university);
  const page = await context.newPage();
  const before = provider.answers.length;
  try {
    await press(page, email.role);
    await eventually(() => provider.answers.length > before, { what: 'the browser at the provider' });
    // Its page is there: an earlier navigation would interrupt the next one.
    await page.waitForURL(`${provider.issuer}/**`);
  } finally {
    provider.isHeld = false;
  }
  return { context, page, answer: provider.answers.at(-1)! };
}

describe('5 what is refused', () => {
  for (const [what, forge] of [
    ['a wrong nonce', ({ claims }) => Object.assign(claims, { nonce: letters(32) })],
    ['no nonce', ({ claims }) => delete claims.nonce],
    ['a wrong audience', ({ claims }) => Object.assign(claims, { aud: `portal-${letters(6)}` })],
    [
      'several audiences, issued to another',
      ({ claims }) =>
        Object.assign(claims, { aud: [claims.aud, `other-${letters(5)}`], azp: `other-${letters(5)}` }),
    ],
    [
      'a wrong issuer',
      ({ claims }) => Object.assign(claims, { iss: `https://127.0.0.1:${between(1_024, 60_000)}` }),
    ],
    ['an issuer that differs by a slash', ({ claims }) => Object.assign(claims, { iss: `${claims.iss}/` })],
    [
      'an expired token',
      ({ claims }) =>
        Object.assign(claims, {
          iat: claims.iat - 7_200,
          auth_time: claims.iat - 7_200,
          exp: claims.iat - 3_600,
        }),
    ],
    ["a token signed by a stranger's key", (token) => Object.assign(token, { key: provider.stranger })],
    [
      "a stranger's key under a name of its own",
      (token) =>
        Object.assign(token, { key: provider.stranger, header: { ...token.header, kid: letters(8) } }),
    ],
    [
      'a token without a signature',
      (token) => Object.assign(token, { header: { ...token.header, alg: 'none' } }),
    ],
    [
      'an address that the provider has not verified',
      ({ claims }) =>
        Object.assign(claims, Object.assign(provider.account.claims, { email_verified: false })),
    ],
  ] as [string, (token: Token) => void][])
    test(`5: ${what} is refused, the honest attempt after it is not`, async () => {
      await expectRefused(what, () => attempt(forge));
      await expectHonest();
    });

  test('5: a replayed code is refused: the address of the answer opened a second time, in the same browser and in another', async () => {
    const { context, page, answer } = await held();
    await expectCode(async () => {
      await page.goto(answer);
      return outcomeOf(page, university);
    });
    await expectRefused('the same browser', async () => {
      const again = await context.newPage();
      await again.goto(answer);
      return outcomeOf(again, university);
    });
    await expectRefused('another browser', async () => {
      const other = await freshContext(browser, university);
      const stranger = await other.newPage();
      await stranger.goto(answer);
      const outcome = await outcomeOf(stranger, university);
      await other.close();
      return outcome;
    });
    await context.close();
    await expectHonest();
  });

  test('5: a code that was used already is refused in a new attempt of the same browser', async () => {
    const first = await held();
    await expectCode(async () => {
      await first.page.goto(first.answer);
      return outcomeOf(first.page, university);
    });
    const second = await held();
    const mixed = new URL(second.answer);
    mixed.searchParams.set('code', new URL(first.answer).searchParams.get('code')!);
    await expectRefused('the code of an earlier attempt with the state of this one', async () => {
      await second.page.goto(mixed.href);
      return outcomeOf(second.page, university);
    });
    await Promise.all([first.context.close(), second.context.close()]);
  });

  test("5: a foreign state is refused: the answer to somebody else's attempt, put under this browser", async () => {
    const attacker = await held();
    const victim = await held();
    await expectRefused(
      'the answer of the attacker in a browser that is at an attempt of its own',
      async () => {
        await victim.page.goto(attacker.answer);
        return outcomeOf(victim.page, university);
      },
    );
    const bare = await freshContext(browser, university);
    await expectRefused('the answer of the attacker in a browser that began nothing', async () => {
      const page = await bare.newPage();
      await page.goto(attacker.answer);
      return outcomeOf(page, university);
    });
    const guessed = new URL((await held()).answer);
    guessed.searchParams.set('state', letters(43));
    await expectRefused('a state that nobody gave', async () => {
      const page = await victim.context.newPage();
      await page.goto(guessed.href);
      return outcomeOf(page, university);
    });
    await Promise.all([attacker.context.close(), victim.context.close(), bare.close()]);
    await expectHonest();
  });

  test('5: an answer of another issuer (mix-up), and one that says an error, are refused by a sentence', async () => {
    for (const [what, change] of [
      ['another iss', (url: URL) => url.searchParams.set('iss', `https://${letters(8)}.example`)],
      ['no iss, which this provider always sends', (url: URL) => url.searchParams.delete('iss')],
      [
        'access_denied',
        (url: URL) => {
          url.searchParams.delete('code');
          url.searchParams.set('error', 'access_denied');
        },
      ],
    ] as const) {
      const { context, page, answer } = await held();
      const changed = new URL(answer);
      change(changed);
      await expectRefused(what, async () => {
        await page.goto(changed.href);
        return outcomeOf(page, university);
      });
      await context.close();
    }
  });

  test('5: who is disabled does not get in by the provider either', async () => {
    await university.portal.sql('update staff set disabled_at = now() where id = $1', [person.staffId]);
    const sessions = await sessionsOf(university, person);
    const after = university.mails.received.length;
    const outcome = await attempt();
    expect(outcome.kind, outcome.text).not.toBe('desk');
    expect(await sessionsOf(university, person)).toBe(sessions);
    expect(
      university.mails.received
        .slice(after)
        .filter((mail) => mail.to.includes(person.email) && /^\s*\d{4}\s*$/m.test(mail.text)),
    ).toEqual([]);
    await university.portal.sql('update staff set disabled_at = null where id = $1', [person.staffId]);
    await expectHonest();
  });

  test('5: a provider that is away is said in a sentence, and nothing else of the portal suffers', async () => {
    provider.close();
    const context = await freshContext(browser, university);
    const page = await context.newPage();
    await press(page, person.role);
    // Either the portal says so itself, or the browser finds nobody at the provider; never a page of 'unexpected'.
    await eventually(
      async () => {
        const sentence = (await page.getByRole('alert').allTextContents()).join(' ').trim();
        return (
          page.url().startsWith('chrome-error:') || (sentence && !/unexpected|unforeseen/i.test(sentence))
        );
      },
      { within: 30_000, what: 'a sentence about the provider' },
    );
    expect((await fetch(`${university.portal.url}/readyz`)).status).toBe(200);
    await context.close();
  });
});
