import { expect, type Locator, type Page, test } from '@playwright/test';
import { exampleEntry } from '#dev/testing/example-entry.ts';
import { recordTypeOf } from '#features/masters/declared/named-masters.ts';
import { auditEventLabels } from '#shared/audit-names.ts';
import { addDays, dayInIndia, formatCount, formatRupees } from '#shared/format.ts';
import type { Language } from '#shared/languages.ts';
import { receive, registrationOf, writeApplication } from './applications.ts';
import { post, read } from './certificates.ts';
import { chooseLanguage } from './choose-language.ts';
import { ask, count } from './database.ts';
import { expectRows, Hand, linkTo } from './hand.ts';
import { openDesk, openDesks } from './people.ts';

const mark = String(Date.now()).slice(-8);
const yesterday = addDays(dayInIndia(new Date()), -1);
const inIndia = (column: string) => `(${column} at time zone 'Asia/Kolkata')::date`;

type Answer = (hand: Hand) => Promise<void>;
const main = ({ page }: Hand) => page.getByRole('main').first();
const total = ({ page }: Hand) => page.getByRole('main').getByRole('row').last();

/** The cell with this number, and a unit at most. */
const cellOf = (row: Locator, number: number) =>
  row
    .getByRole('gridcell')
    .filter({ hasText: new RegExp(`^\\D*${formatCount(number)}\\D*$`) })
    .first();

async function one<Row extends object>(statement: string, ...values: unknown[]): Promise<Row> {
  const [row] = await ask<Row>(statement, ...values);
  expect(row, statement).toBeDefined();
  return row!;
}

async function namesOf(statement: string, ...values: unknown[]): Promise<string[]> {
  return (await ask<{ name: string }>(statement, ...values)).map(({ name }) => name);
}

/** What a rule found, whatever became of it. */
const hitsOf =
  (rule: string): Answer =>
  async (hand) => {
    const dashed = rule.replaceAll('_', '-');
    const here = [`/auditor/exceptions/${rule}`, `/auditor/exceptions/${dashed}`];
    const toRule = main(hand).locator(here.map(linkTo).join(', ')).first();
    await hand.open('/auditor/exceptions');
    await toRule.waitFor();
    await hand.open(...here);
    await hand.choose('all', 'lapsed');
    await expectRows(hand.page, await count('exception_hits where rule = $1', rule), rule);
    const [hit] = await ask<{ label: string }>(
      'select label from exception_hits where rule = $1 order by at desc limit 1',
      rule,
    );
    if (hit) await expect(main(hand)).toContainText(hit.label);
  };

const questions: Record<string, Answer> = {
  async 'who touched this certificate'(hand) {
    const certificate = await one<{ id: string; number: string }>(
      `select id, convocation_number as number from certificates where state = 'handed_over'
        order by convocation_number desc limit 1`,
    );
    await hand.find(certificate.number, /records\/certificate\//);
    const people = await namesOf(
      `select distinct name from audit_events join staff on staff.id = actor_id
        where record_type = 'certificate' and record_id = $1`,
      certificate.id,
    );
    expect(people.length).toBeGreaterThan(1);
    for (const name of people) await expect(main(hand)).toContainText(name);
  },

  async 'what a person did on a day'(hand) {
    const day = await one<{ name: string; actor: string; on: string; acts: number }>(
      `select s.name, actor_id as actor, ${inIndia('at')}::text as on, count(*)::int as acts
         from audit_events join staff s on s.id = actor_id
        where ${inIndia('at')} <= $1 and not exists (select from staff o where o.name = s.name and o.id <> s.id)
        group by 1, 2, 3 order by acts desc, 3 desc limit 1`,
      yesterday,
    );
    await hand.page.keyboard.press('Control+k');
    await hand.page.keyboard.type(day.name, { delay: 40 });
    await hand.click(hand.page.locator(`[role=option]`).filter({ hasText: day.name }).first());
    await expect(hand.page).toHaveURL(new RegExp(`records/person/${day.actor}`));
    const fields = ['From day', 'To day'].map((label) => main(hand).getByLabel(hand.say(label)).first());
    for (const field of fields) await hand.fillDay(field, day.on);
    await expectRows(hand.page, day.acts, `${day.name} on ${day.on}`);
  },

  async 'all on this record, drafts and files included'(hand) {
    const application = await one<{ id: string; registration: string; draft: string; photo: string }>(
      `select a.id, a.registration_number as registration, d.number as draft, a.photo_file_id as photo
         from applications a join allocations l on l.application_id = a.id join demand_drafts d on d.id = l.demand_draft_id
        where exists (select from audit_events e where e.event = 'files.received' and e.record_id = a.photo_file_id::text)
          and a.status = 'verified'
        order by a.acknowledgement_number desc limit 1`,
    );
    await hand.find(application.registration, /records\/application\//);
    await expect(main(hand)).toContainText(application.draft);
    await expect(main(hand)).toContainText(hand.say(auditEventLabels['files.received']));
    for (const name of await namesOf(
      `select distinct name from audit_events join staff on staff.id = actor_id where record_id = any($1)`,
      [application.id, application.photo],
    ))
      await expect(main(hand)).toContainText(name);
  },

  'approvals by somebody close': hitsOf('approved_within_a_minute'),

  async 'spoilage by printer, operator, paper and month'(hand) {
    const spoilt = await count(`sheets where outcome = 'spoilt'`);
    const worst = await one<{ operator: string }>(
      `select s.name as operator from sheets join print_runs r on r.id = print_run_id join staff s on s.id = r.operator_id
        where outcome = 'spoilt' group by 1 order by count(*) desc limit 1`,
    );
    await hand.open('/auditor/spoilage');
    await expect(main(hand)).toContainText(worst.operator);
    await expect(cellOf(total(hand), spoilt)).toBeVisible();
  },

  async 'drafts late, by days and college'(hand) {
    const late = await one<{ number: string; days: number; college: string; code: string }>(
      `select d.number, (s.deposited_on - ${inIndia('d.received_at')}) as days, c.name as college, c.code
         from demand_drafts d join deposit_slips s on s.id = d.deposit_slip_id join colleges c on c.id = d.college_id
        where s.deposited_on is not null order by days desc, d.number limit 1`,
    );
    await hand.open('/auditor/draft-days');
    await hand.search(late.number);
    const row = hand.page.getByRole('row').filter({ hasText: late.number }).first();
    await expect(row.filter({ hasText: late.college }).or(row.filter({ hasText: late.code }))).toBeVisible();
    await expect(cellOf(row, late.days)).toBeVisible();
  },

  async 'where this sheet is and how it came there'(hand) {
    const sheet = await one<{ serial: string; certificate: string }>(
      `select b.serial, c.convocation_number as certificate
         from sheets s join blanks b on b.id = s.blank_id join certificates c on c.id = s.certificate_id
        where is_valid order by b.serial desc limit 1`,
    );
    await hand.find(sheet.serial, /records\/sheet\//);
    await expect(main(hand)).toContainText(sheet.certificate);
    // Those who moved it, by the log.
    for (const name of await namesOf(
      `select distinct name from audit_events join staff on staff.id = actor_id
        where event like 'certificates.%' and after ->> 'blank' = $1`,
      sheet.serial,
    ))
      await expect(main(hand)).toContainText(name);
  },

  async 'who had which rights on a day'(hand) {
    const people = await ask<{ name: string; then: boolean }>(
      `select s.name, bool_or(${inIndia('at')} <= $1) as then
         from audit_events join staff s on s.id::text = record_id where event = 'staff.added' group by 1`,
      yesterday,
    );
    await hand.open('/auditor/people');
    await hand.fillDay(main(hand).getByPlaceholder(hand.say('dd/mm/yyyy')).first(), yesterday);
    for (const { name } of people.filter(({ then }) => then)) await expect(main(hand)).toContainText(name);
    const since = people.filter(({ then }) => !then);
    expect(since.length, 'somebody was added today').toBeGreaterThan(0);
    for (const { name } of since) await expect(main(hand)).not.toContainText(name);
  },

  async 'failed sign-ins'(hand) {
    await hand.open('/auditor/audit-log/access');
    await hand.choose('sign_in_failed');
    const failed = await count(`access_log where kind = 'sign_in_failed'`);
    expect(failed).toBeGreaterThan(0);
    await expectRows(hand.page, failed, 'failed sign-ins');
  },

  async 'views by person, with the candidate'(hand) {
    const view = await one<{ person: string; candidate: string; views: number }>(
      `select l.person, a.candidate_name as candidate,
              (select count(*)::int from access_log o where o.kind = 'file_viewed' and o.staff_id = l.staff_id) as views
         from access_log l join applications a on a.photo_file_id = l.file_id
        where l.kind = 'file_viewed' order by l.at desc limit 1`,
    );
    await hand.open('/auditor/audit-log/access');
    await hand.search(view.person);
    await hand.choose('file_viewed');
    await expectRows(hand.page, view.views, `views of ${view.person}`);
    await expect(hand.page.getByRole('row').filter({ hasText: view.candidate }).first()).toContainText(
      view.person,
    );
  },

  async concessions(hand) {
    const { granted, rupees } = await one<{ granted: number; rupees: number }>(
      `select count(*)::int as granted, sum(concession_amount)::int as rupees from charges where concession_amount > 0`,
    );
    await hand.open('/auditor/concessions');
    await expectRows(hand.page, granted, 'concessions');
    await expect(total(hand)).toContainText(formatRupees(rupees));
  },

  'printed before paid, after return, without resolution': hitsOf('printed_without_authority'),
  'out of hours': hitsOf('out_of_hours'),
  'gaps and jumps': hitsOf('number_gap'),

  async 'masters since the last audit'(hand) {
    const change = await one<{ label: string; who: string }>(
      `select record_label as label, name as who from audit_events join staff on staff.id = actor_id
        where record_type = $1 and event like 'courses.%' order by sequence desc limit 1`,
      recordTypeOf('courses'),
    );
    expect(change.label).toContain(mark);
    await hand.open('/auditor/masters-changed');
    await hand.search(change.label);
    await expect(hand.page.getByRole('row').filter({ hasText: change.label }).first()).toContainText(
      change.who,
    );
  },
};

/** So that each question has an answer, whichever journeys came before. */
test.beforeAll(async ({ browser }) => {
  const [admin, receiver, caseWorker] = await openDesks(browser, 'admin', 'receiver', 'case_worker');
  const registrar = await openDesk(browser, 'admin', 'registrar@dikshant.example');
  const entry = { ...exampleEntry('courses'), name: `Q${mark}` };
  const { proposalId } = await post(admin, '/api/settings/courses', entry);
  if (proposalId) await post(registrar, `/api/settings/proposals/${proposalId}/confirm`, { version: 1 });
  const newcomer = {
    role: 'auditor',
    name: `Newcomer ${mark}`,
    code: 'ALL',
    password: 'nine tamarind trees at dusk',
  };
  await post(admin, '/api/staff', { ...newcomer, email: `newcomer.${mark}@dikshant.example` });
  const wrong = { role: 'printer', email: 'printer@dikshant.example', password: `not ${mark}` };
  expect((await admin.request.post('/api/sign-in', { data: wrong })).ok()).toBe(false);
  const application = await writeApplication(receiver.request, 990);
  await receive(receiver.request, application);
  const { rows } = await read(caseWorker, `/api/applications?search=${registrationOf(990)}`);
  await post(caseWorker, `/api/applications/${rows[0].id}/verify`, { version: rows[0].version });
  const photo = application.photoFileId;
  expect((await caseWorker.request.get(`/api/files/${photo}`)).ok()).toBe(true);
  await expect.poll(() => count('access_log where file_id = $1', photo)).toBeGreaterThan(0);
});

test('fifteen questions of the trade are each answered in three clicks at most', async ({ browser }) => {
  await answer(await openDesk(browser, 'auditor'), 'en', Object.keys(questions));
});

test('in Kannada and in Hindi the same answers are found', async ({ browser }) => {
  const page = await openDesk(browser, 'auditor');
  const all = Object.keys(questions);
  const isLong = Boolean(process.env.LONG_FORMS);
  try {
    for (const [place, language] of (['kn', 'hi'] as const).entries())
      await answer(
        page,
        language,
        // Each question in one of both, and all in each in the long form.
        all.filter((_, number) => isLong || number % 2 === place),
      );
  } finally {
    await chooseLanguage(page, 'en');
  }
});

async function answer(page: Page, language: Language, asked: readonly string[]): Promise<void> {
  const hand = new Hand(page, language);
  if (page.url() === 'about:blank') await page.goto('/account');
  if (language !== 'en') await chooseLanguage(page, language);
  for (const question of asked)
    await test.step(`${question} (${language})`, async () => {
      await hand.begin();
      await questions[question]!(hand);
      expect(hand.clicks, question).toBeLessThanOrEqual(3);
    });
}
