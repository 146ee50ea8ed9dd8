import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { examplesOf } from '#dev/testing/example-entry.ts';
import { expectDomainError } from '#dev/testing/expect-domain-error.ts';
import { draftEntry, receiveApplication, verifiedCertificate, withReceipt } from '#dev/testing/factories.ts';
import { fileOffice } from '#dev/testing/office.ts';
import { newestMail, type StaffCaller } from '#dev/testing/portal.ts';
import { pageTexts } from '#dev/testing/print-file.ts';
import { createPrintRoom } from '#dev/testing/print-room.ts';
import { reopen } from '#dev/testing/reopening.ts';
import { printedCertificate, requestReprint } from '#dev/testing/reprinting.ts';
import { revoke } from '#dev/testing/revoking.ts';
import { runWithoutTriggers } from '#dev/testing/run-without-triggers.ts';
import { csvOf, importIn, postSpreadsheet, uploadSpreadsheet } from '#dev/testing/uploads.ts';
import { addPerson, Browser } from '#features/auth/server/browser.testing.ts';
import { describeFallenDraft } from '#features/demand-drafts/contract.ts';
import { markStaleDrafts } from '#features/demand-drafts/server/mark-stale-drafts.ts';
import { describeEnd } from '#features/reprints/columns.ts';
import { inLanguage, readCatalog, translated } from '#platform/server/words/in-language.ts';
import { auditField } from '#shared/audit-names.ts';
import { awardRecord } from '#shared/award-record.ts';
import { certificateTypeInWords, shippedInWords } from '#shared/choice-lists.ts';
import type { DeclaredEntry } from '#shared/declared-field.ts';
import { addMonths, dayInIndia, formatRupeesShort } from '#shared/format.ts';
import { type Language, languages } from '#shared/languages.ts';
import { t } from '#shared/words.ts';

const scripts = { kn: /\p{Script=Kannada}/u, hi: /\p{Script=Devanagari}/u };

const { portal, office } = await fileOffice();
const admin = await portal.as('admin', { name: 'Asha Rao' });
const [otherAdmin, receiver] = await portal.asEach('admin', 'receiver');
const room = await createPrintRoom(portal);
/** Reads what others did. */
const colleague = await portal.as('admin');
beforeEach(() => writeAsUniversity('en'));

/** What the person chose under My account. */
async function read(caller: StaffCaller, language: Language): Promise<void> {
  const { session } = await caller.api.auth.getSession();
  await caller.api.auth.savePreferences({ ...session!.preferences, language });
}

/** Two people set it: applications are there. */
async function writeAsUniversity(language: Language): Promise<void> {
  const [{ id, version, isUsed: _, ...entry }] = (await admin.api.university.listEntries({})).rows as [
    { id: string; version: number; isUsed: boolean } & Record<string, never>,
  ];
  if ((entry as { language?: string }).language === language) return;
  const { proposalId } = await admin.api.university.editEntry({ id, version, entry: { ...entry, language } });
  if (proposalId) await otherAdmin.api.proposals.confirmProposal({ id: proposalId, version: 1 });
}

async function speakingPerson(language: Language) {
  const person = await addPerson(portal);
  await portal.services.db
    .insertInto('staff_preferences')
    .values({ staff_id: person.id, language })
    .execute();
  return person;
}

describe('the server’s words', () => {
  test('are those of the language only inside of it, and keep the values in their order', () => {
    const left = 3;
    const say = () => t`${left} recovery codes are left.`;
    expect(inLanguage('hi', say)).toBe('3 रिकवरी कोड शेष हैं।');
    expect(inLanguage('kn', () => [say(), inLanguage('en', say)])).toEqual([
      '3 ಮರುಪಡೆಯುವ ಕೋಡ್‌ಗಳು ಉಳಿದಿವೆ.',
      '3 recovery codes are left.',
    ]);
    const fail = () => {
      throw new Error('no words');
    };
    expect(() => inLanguage('kn', fail)).toThrow('no words');
    expect(say()).toBe('3 recovery codes are left.');
  });

  test('leave what is no sentence of the portal as it is', () => {
    expect(translated('kn', 'Sri Basaveshwara College')).toBe('Sri Basaveshwara College');
    expect(translated('kn', 'Bank')).toBe('ಬ್ಯಾಂಕ್');
  });

  test('have every value of the English at its place', () => {
    for (const language of ['kn', 'hi'] as const)
      for (const { english, translation } of readCatalog(language)) {
        const names = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();
        expect(names(translation), english).toEqual(names(english));
      }
  });
});

describe('a mail', () => {
  test('about an account is in the language of that account, and keeps the code alone on its line', async () => {
    for (const language of ['kn', 'hi'] as const) {
      const person = await speakingPerson(language);
      await new Browser(portal).start(person);
      const { subject, body } = await newestMail(portal.services, person.email);
      expect(subject).toMatch(scripts[language]);
      expect(body).toMatch(/^\d{4}$/m);
      const sentences = body.split('\n').filter((line) => /[a-z]{3}/i.test(line));
      for (const line of sentences) expect(line).toMatch(scripts[language]);
      expect(body).not.toContain('{{');
    }
  });

  test('to who chose no language is in English', async () => {
    const person = await addPerson(portal);
    await new Browser(portal).start(person);
    expect((await newestMail(portal.services, person.email)).subject).toBe(
      'Your code to sign in to Dikshant',
    );
  });

  test('to a candidate is in the language of the university, and signed by its name in it', async () => {
    await writeAsUniversity('kn');
    const email = 'candidate.kn@example.in';
    await receiveApplication(receiver, office, { ...examplesOf(awardRecord), email, contactNotice: 1 });
    const { subject, body } = await newestMail(portal.services, email);
    expect(subject).toMatch(/^ಅರ್ಜಿ \d+ ಸ್ವೀಕರಿಸಲಾಗಿದೆ$/);
    expect(body).toContain('ಪ್ರಿಯ ಅಭ್ಯರ್ಥಿ');
    expect(body.trimEnd().split('\n').at(-1)).toBe('ವಿಶ್ವವಿದ್ಯಾ ಕರ್ನಾಟಕ ವಿಶ್ವವಿದ್ಯಾಲಯ');
  });
});

describe('why the portal itself undid something', () => {
  /** A verified application whose draft is the only one that pays for it. */
  async function verified(face = {}) {
    const draft = draftEntry(face);
    const { applicationId } = await verifiedCertificate(room, office, { drafts: [draft] });
    const found = await admin.api.demandDrafts.listDrafts({ search: draft.number });
    const { id, version } = found.rows[0]!;
    return {
      draft: { id, version },
      asBefore: `update applications set rejection_remark = 'It was returned.' where id = '${applicationId}'`,
      read: async () => {
        const application = await colleague.api.applications.getApplication({ id: applicationId });
        return { record: application, words: () => describeFallenDraft(application.fallenDraft!) };
      },
    };
  }

  /** A printed certificate that waits for the decision about its reprint. */
  async function asked() {
    const { certificateId, applicationId } = await printedCertificate(portal, room, office);
    const id = await requestReprint(receiver, certificateId, 'ಮಸುಕಾಗಿದೆ');
    return {
      certificateId,
      applicationId,
      asBefore: `update reprint_requests set remark = 'It was ended.' where id = '${id}'`,
      read: async () => {
        const request = await colleague.api.reprints.getReprintRequest({ id });
        return { record: request, words: () => describeEnd(request)! };
      },
    };
  }

  type Undone = { asBefore: string; read(): Promise<{ record: object; words(): string }> };
  const ofDraft = /^Draft \d{6} of State Bank of India, Mysuru Main was /.source;
  const returned = {
    signature: 'returned by the bank: Signature missing or different. ಹೊಸದನ್ನು ಕೇಳಿ',
    other: 'returned by the bank: ಹೊಸದನ್ನು ಕೇಳಿ',
  };
  const acts: [string, inEnglish: string, act: () => Promise<Undone>][] = [
    ...(['signature', 'other'] as const).map((reason): (typeof acts)[number] => [
      `the bank returned the draft: ${reason}`,
      `${ofDraft}${returned[reason]}$`,
      async () => {
        const one = await verified();
        await admin.api.fees.returnDraft({ ...one.draft, reason, remark: 'ಹೊಸದನ್ನು ಕೇಳಿ' });
        return one;
      },
    ]),
    [
      'another draft that is too small took its place',
      `${ofDraft}replaced by draft \\d{6}, which does not cover the fee.$`,
      async () => {
        const today = dayInIndia(new Date());
        const one = await verified({ drawnOn: addMonths(today, -2) });
        await markStaleDrafts(portal.services, new Date(Date.parse(addMonths(today, 2))));
        const draft = await withReceipt(admin, draftEntry({ amount: 100 }));
        await admin.api.fees.replaceDraft({ id: one.draft.id, version: one.draft.version + 1, draft });
        return one;
      },
    ],
    [
      'the certificate was revoked',
      '^The certificate was revoked: ವಂಚನೆ$',
      async () => {
        const one = await asked();
        await revoke(portal, one.certificateId, 'ವಂಚನೆ');
        return one;
      },
    ],
    [
      'the application was reopened',
      String.raw`^The application was reopened \(Wrong name\): the next verification asks for a new copy.$`,
      async () => {
        const one = await asked();
        await reopen(await portal.as('case_worker'), one.applicationId);
        return one;
      },
    ],
  ];

  test.each(acts)('is no English sentence to who reads Kannada: %s', async (_what, inEnglish, act) => {
    const one = await act();
    await read(colleague, 'kn');
    const english = / was | does not | the remark/;
    const { record, words } = await one.read();
    // What people typed and the names of records stay as they are.
    expect(JSON.stringify(record)).not.toMatch(english);
    expect(words()).toMatch(new RegExp(inEnglish));
    for (const language of ['kn', 'hi'] as const) {
      expect(inLanguage(language, words)).toMatch(scripts[language]);
      expect(inLanguage(language, words)).not.toMatch(english);
    }
    // Earlier versions stored the sentence.
    await runWithoutTriggers(portal, one.asBefore);
    expect(await one.read()).toMatchObject({ record });
  });
});

describe('an acknowledgement slip', () => {
  async function slipOf(id: string, caller = receiver): Promise<string> {
    const response = await caller.fetch(`/api/applications/${id}/receipt`);
    expect(response.status).toBe(200);
    return (await pageTexts(Buffer.from(await response.arrayBuffer()))).join('\n');
  }

  test.each([
    ['kn', 'ಸ್ವೀಕೃತಿ ಸಂಖ್ಯೆ', 'ಅಭ್ಯರ್ಥಿಯ ಪ್ರತಿ', 'ಏಳುನೂರು ರೂಪಾಯಿಗಳು ಮಾತ್ರ'],
    ['hi', 'पावती संख्या', 'अभ्यर्थी की प्रति', 'सात सौ रुपये मात्र'],
  ] as const)('is in the university’s %s, whoever prints it', async (language, ...words) => {
    const id = await receiveApplication(receiver, office);
    await writeAsUniversity(language);
    await read(receiver, language === 'kn' ? 'hi' : 'kn');
    const text = (await slipOf(id)).replaceAll(/\s+/g, ' ');
    await read(receiver, 'en');
    for (const word of words) expect(text).toContain(word);
    expect(text).not.toMatch(/Candidate name|Received on|Cut here|[०-९೦-೯]/);
    expect(text).toContain('₹700');
  });

  test('keeps the labels of the specification in English', async () => {
    const id = await receiveApplication(receiver, office);
    await read(receiver, 'hi');
    const text = await slipOf(id);
    await read(receiver, 'en');
    for (const label of [
      'Acknowledgement number',
      'College Registration number',
      'Course/Degree',
      'Pending amount',
    ])
      expect(text).toContain(label);
    expect(text).not.toContain('पावती');
  });
});

test('shipped types and modes, lakh and crore are in the language, and a type of its own as it was named', () => {
  const said = (language: Language) =>
    inLanguage(language, () => [
      certificateTypeInWords({ certificateType: 'Rank' }),
      shippedInWords('Regular'),
      certificateTypeInWords({ certificateType: 'Sports' }),
      formatRupeesShort(50_30_000),
    ]);
  expect(said('en')).toEqual(['Rank', 'Regular', 'Sports', '₹50.3 L']);
  expect(said('kn')).toEqual(['ರ‍್ಯಾಂಕ್', 'ನಿಯಮಿತ', 'Sports', '₹50.3 ಲಕ್ಷ']);
  expect(said('hi')).toEqual(['रैंक', 'नियमित', 'Sports', '₹50.3 लाख']);
});

describe('a list as a file', () => {
  async function sheetOf(query = ''): Promise<string[][]> {
    const response = await admin.fetch(`/api/exports/total-applications?format=csv${query}`);
    expect(response.status).toBe(200);
    return parse(Buffer.from(await response.arrayBuffer()), { bom: true });
  }

  test('has headings and the portal’s own words in the reader’s language, and English by choice', async () => {
    await receiveApplication(receiver, office, { candidateName: 'Verified' });
    const english = await sheetOf();
    await read(admin, 'hi');
    const own = await sheetOf();
    const chosen = await sheetOf('&language=en');
    const kannada = await sheetOf('&language=kn');
    await read(admin, 'en');
    expect(chosen).toEqual(english);
    expect(own[0]!.length).toBe(english[0]!.length);
    for (const heading of own[0]!) expect(heading).toMatch(scripts.hi);
    for (const heading of kannada[0]!) expect(heading).toMatch(scripts.kn);
    const status = english[0]!.indexOf('Status');
    expect(english[1]![status]).toBe('Pending');
    expect(own[1]![status]).toBe(translated('hi', 'Pending'));
    // A person who is called like a word of the portal stays who they are.
    expect(own.flat()).toContain('Verified');
  });

  test('is refused in a language that the portal does not have', async () => {
    const response = await admin.fetch('/api/exports/total-applications?format=csv&language=fr');
    expect(response.status).toBe(422);
    const { code, data } = (await response.json()) as { code: string; data: { issues: { path: string }[] } };
    expect(code).toBe('request.invalid');
    expect(data.issues.map(({ path }) => path)).toEqual(['language']);
  });
});

describe('an upload', () => {
  const english = ['College code', 'Registration number', 'Exam roll number', 'Student name', 'Address'];
  const headingsIn = (language: Language) =>
    english.map((heading) => translated(language, heading)).join(',');

  test.each(languages)('is understood by its headings in %s', async (language) => {
    const line = `COL001,REG-${language},ROLL-${language},Asha Rao,"12, Temple Road"`;
    const id = await uploadSpreadsheet(admin, 'students', csvOf(headingsIn(language), line));
    expect(await importIn(admin, id, 'checked')).toMatchObject({ newCount: 1, faultyCount: 0 });
  });

  test('takes fixed words in every language', async () => {
    const lines = languages.map((language) => `${translated(language, 'Banks')},Bank ${language}`);
    const id = await uploadSpreadsheet(admin, 'choices', csvOf('List,Name', ...lines));
    expect(await importIn(admin, id, 'checked')).toMatchObject({ newCount: 3, faultyCount: 0 });
    const unknown = await uploadSpreadsheet(admin, 'choices', csvOf('List,Name', 'ಅಂಗಡಿಗಳು,Bank'));
    expect(await importIn(admin, unknown, 'checked')).toMatchObject({ newCount: 0, faultyCount: 1 });
  });

  test('with headings that no language has asks for its columns; without any it is refused', async () => {
    const id = await uploadSpreadsheet(admin, 'students', csvOf('ಊರು,ಕೇರಿ,ಬೀದಿ', 'a,b,c'));
    await importIn(admin, id, 'mapping');
    const refused = await postSpreadsheet(
      admin,
      '/api/imports?of=students&name=empty.csv',
      csvOf(headingsIn('kn')),
    );
    expect(refused.status).toBe(422);
    expect(((await refused.json()) as { code: string }).code).toBe('imports.empty');
  });
});

describe('names and colours of the stock', () => {
  /** The rows of a list's file in Kannada, headings first. */
  async function exported(list: string, filters = ''): Promise<string[][]> {
    const response = await admin.fetch(`/api/exports/${list}?format=csv&language=kn&${filters}`);
    return parse(Buffer.from(await response.arrayBuffer()), { bom: true });
  }

  const ink = { code: 'VIO-01', unit: 'ml', sheetsPerUnit: 4, warnBelow: 1 } as const;

  test('are given by script, found by each, and stand so in a reader’s file', async () => {
    const { id } = await admin.api.inks.addEntry({
      ...{ ...ink, name: 'Violet ink', colour: 'Violet' },
      names: { kn: 'ನೇರಳೆ ಶಾಯಿ', hi: 'बैंगनी स्याही' },
      colours: { kn: 'ನೇರಳೆ', hi: 'बैंगनी' },
    });
    const { words } = await receiver.api.stock.listStockWords();
    expect(words).toMatchObject({ Violet: { kn: 'ನೇರಳೆ', hi: 'बैंगनी' }, 'Violet ink': { hi: 'बैंगनी स्याही' } });
    await admin.api.stock.receiveInk({
      ...{ inkId: id, totalQuantity: 5, receivedQuantity: 5, rejectedQuantity: 0 },
      ...{ receivedOn: '2026-01-05', remarks: '', invoiceFileId: null },
    });
    for (const search of ['ನೇರಳೆ', 'बैंगनी स्याही', 'violet']) {
      const { rows } = await admin.api.stock.listInkReceipts({ search });
      expect(rows.map(({ code }) => code)).toEqual(['VIO-01']);
    }
    const [, row] = await exported('ink-stock', 'search=violet');
    expect(row).toContain('ನೇರಳೆ ಶಾಯಿ');
    expect(row).toContain('ನೇರಳೆ');
  });

  test('are refused in letters of another script, and changed', async () => {
    const wrong = {
      ...ink,
      code: 'VIO-02',
      name: 'Violet ink',
      colour: 'Light violet',
      colours: { kn: 'नीला' },
    };
    await expectDomainError(admin.api.inks.addEntry(wrong), 'request.invalid');
    const { id, version, isUsed, ...entry } = await admin.api.papers.getEntry({ id: office.paperId });
    expect(entry).toMatchObject({ colours: {}, warnBelow: 100 });
    const colours = { kn: 'ಕಂದುಗೆಂಪು', hi: 'मैरून' };
    await admin.api.papers.editEntry({ id, version, entry: { ...entry, colours } as DeclaredEntry });
    expect((await receiver.api.stock.listStockWords()).words.Maroon).toEqual(colours);
    await admin.api.stock.startCount({ id });
    // The name has no other language, and stays as it is.
    expect((await exported('stock-counts')).flat()).toContain(`${entry.name}, ${colours.kn}`);
    await expectDomainError(portal.anonymous.api.stock.listStockWords(), 'auth.signed_out');
  });
});

test('fields of the audit log have words, those of what the tests above did as well', async () => {
  const { rows } = await sql<{ type: string; name: string }>`
    select distinct record_type as type, jsonb_object_keys(coalesce(before, '{}') || coalesce(after, '{}')) as name
      from audit_events`.execute(portal.services.db);
  const unnamed = rows.filter(({ type, name }) => auditField(type, name) === undefined && /[a-z]/.test(name));
  expect(unnamed).toEqual([]);
});
