import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { borrowOrStart, type Desks } from '../harness/desks.ts';
import { ask, hire, newestMails, type Person, signIn } from '../harness/people.ts';
import { eventually, type Portal } from '../harness/portal.ts';
import { digits, letters, pick } from '../harness/random.ts';
import { receive } from '../harness/records.ts';
import { speakAsUniversity } from './d-university.ts';
import { indian, isEnglish, type Language, scripts, speak } from './d-words.ts';

// The issue: "mails in the recipient's language". A person's is what their account says; a candidate has no account, so it is
// the university's, as on the papers that they get.
// Open: the words. A mail speaks a language when its subject and most of its lines have letters of it and no line is an
// English sentence; addresses, names and numbers stay as they are.

let portal: Portal;
let desks: Desks;

beforeAll(async () => {
  ({ portal, desks } = await borrowOrStart());
});
afterAll(async () => {
  await portal?.remove();
});

type Mail = Awaited<ReturnType<typeof newestMails>>[number];

async function mailAfter(email: string, act: () => Promise<unknown>): Promise<Mail> {
  const before = await newestMails(portal, email);
  const known = new Set(before.map((mail) => JSON.stringify(mail)));
  await act();
  return eventually(
    async () => (await newestMails(portal, email)).find((mail) => !known.has(JSON.stringify(mail))),
    { within: 20_000, what: `a mail to ${email}` },
  );
}

function expectSpoken(mail: Mail, language: Language): void {
  const lines = `${mail.subject}\n${mail.text}`.split('\n').filter((line) => /\p{L}{3}/u.test(line));
  if (language === 'en') {
    for (const line of lines) expect(line, 'no other script').not.toMatch(/[\u0900-\u097f\u0c80-\u0cff]/);
    return;
  }
  expect(mail.subject, 'the subject').toMatch(scripts[language]);
  expect(
    lines.filter((line) => isEnglish(line, language)),
    mail.text,
  ).toEqual([]);
  expect(lines.filter((line) => scripts[language].test(line)).length, mail.text).toBeGreaterThan(
    lines.length / 2,
  );
  // Promise 9: "Latin digits in every language".
  expect(`${mail.subject}${mail.text}`, 'Latin digits').not.toMatch(/[०-९೦-೯]/);
}

/** Whose mails: somebody of a random desk, hired for this. */
async function somebody(language: Language): Promise<Person> {
  const person = await hire(portal, desks.admin, pick(['receiver', 'case_worker', 'auditor'] as const));
  await speak(person, language);
  return person;
}

describe('mails of the staff', () => {
  for (const language of indian) {
    test(`"mails in the recipient's language": ${language}, the sign-in code`, async () => {
      const person = await somebody(language);
      const mail = await mailAfter(person.email, () =>
        signIn(portal, person.role, { email: person.email, secret: person.secret }),
      );
      expectSpoken(mail, language);
      expect(mail.text, 'the code stands on a line of its own').toMatch(/^\s*\d{4}\s*$/m);
    });

    test(`"mails in the recipient's language": ${language}, the code of a forgotten password`, async () => {
      const person = await somebody(language);
      const mail = await mailAfter(person.email, () =>
        ask(portal, 'POST', '/api/password-reset', { body: { email: person.email } }),
      );
      expectSpoken(mail, language);
      expect(mail.text).toMatch(/^\s*\d{6}\s*$/m);
    });

    test(`"mails in the recipient's language": ${language}, that the password was changed`, async () => {
      const person = await somebody(language);
      const secret = `Other-${letters(12)}-${digits(4)}`;
      const mail = await mailAfter(person.email, () =>
        person.act('POST', '/api/account/password', {
          currentPassword: person.secret,
          password: secret,
          confirmation: secret,
        }),
      );
      expectSpoken(mail, language);
    });
  }

  test('whose language it is: who asks speaks another one than who gets the mail', async () => {
    for (const language of ['en', ...indian] as const) {
      const person = await somebody(language);
      const other = pick(['en-IN', 'kn-IN', 'hi-IN'].filter((one) => !one.startsWith(language)));
      const mail = await mailAfter(person.email, () =>
        ask(portal, 'POST', '/api/password-reset', {
          body: { email: person.email },
          headers: { 'accept-language': other, cookie: `language=${other.slice(0, 2)}` },
        }),
      );
      expectSpoken(mail, language);
    }
  });
});

describe('mails to candidates', () => {
  for (const language of indian) {
    test(`"mail to candidates who consented: received" in the university's ${language}`, async () => {
      await speakAsUniversity(portal, desks, language);
      const email = `${letters(10)}@candidate.example`;
      const mail = await mailAfter(email, () => receive(desks.receiver, { email, contactNotice: 1 }));
      expectSpoken(mail, language);
    });
  }
});
