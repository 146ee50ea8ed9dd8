import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Json } from '../harness/people.ts';
import { digits, letters, personName, pick, registrationNumber } from '../harness/random.ts';
import { drawPhoto, upload } from '../harness/records.ts';
import { once } from '../set-up/a-university.ts';
import { finishRun, prepareRun, verifyBy } from '../set-up/c-office.ts';
import { addEntry, type Convened, convene } from './b-convene.ts';
import { expectCsv, expectFactsInPdf, expectPdf } from './b-register.ts';
import { issuedBySql, registerOf, resolvedRoll } from './b-rolls.ts';

// The issue, done when 5: "A register of 10,000: totals equal an independent query". Everybody goes the whole way: received,
// verified, on the resolved roll, printed good. The office of this test takes no fee, so that no draft is needed.
// ACCEPTANCE_REGISTER=500 makes it shorter while one writes; the demand is 10,000. It takes about half an hour.

const count = Number(process.env.ACCEPTANCE_REGISTER ?? 10_000);
const atOnce = 4;
const perRun = 1_000;

let convened: Convened;

beforeEach(
  once(async () => {
    convened = await convene({ asksFor: ['roll'], sheets: count });
    const { receiver } = convened.office.desks;
    const { colleges, courses } = (await receiver.get('/api/application-choices')).body;
    const college = pick(colleges) as Json;
    const free = { charge: 'application', college: college.code, certificateType: convened.type, amount: 0 };
    await addEntry(convened.office, 'fee_schedule', free, convened.type);
    let left = count;
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        while (left-- > 0) await receiveAndVerify(college.id, (pick(courses) as Json).id);
      }),
    );
    await resolvedRoll(convened);
    for (let printed = 0; printed < count; printed += perRun) {
      const run = await prepareRun(convened.office, convened.paperId, Math.min(perRun, count - printed));
      if (run.status !== 200) throw new Error(`preparing a run: ${run.status} ${run.text}`);
      await finishRun(convened.office, run.body.id);
    }
  }),
  3_600_000,
);
afterAll(() => convened?.office.portal.remove());

async function receiveAndVerify(collegeId: string, courseId: string): Promise<void> {
  const [receiver] = convened.office.receivers;
  const application = {
    registrationNumber: registrationNumber(),
    examRollNumber: digits(9),
    candidateName: personName(),
    candidateNameNative: pick(['ಲಕ್ಷ್ಮೀ ಸೌಮ್ಯ', 'पूर्णिमा कुलकर्णी', '']),
    fatherName: personName(),
    motherName: personName(),
    division: pick(['First Class', 'Second Class']),
    percentage: 60,
    collegeId,
    courseId,
    academicYear: convened.year,
    certificateType: convened.type,
    paperId: convened.paperId,
    photoFileId: await upload(receiver, 'photo', await drawPhoto(), `${letters(6)}.jpg`),
    totalAmount: 0,
    drafts: [],
  };
  const { id } = await receiver.act('POST', '/api/applications', application);
  await verifyBy(convened.office.caseWorkers[0], id);
}

describe('a register of 10,000', { timeout: 900_000 }, () => {
  test(`5 register of ${count}: CSV and PDF have every row once, and page totals, grand total and own SQL agree`, async () => {
    const { admin } = convened.office.desks;
    const issued = await issuedBySql(convened);
    expect(issued.length, 'issued, by own SQL').toBe(count);
    const order = expectCsv(await registerOf(convened, admin, 'csv'), issued, convened);
    const pdf = await registerOf(convened, admin, 'pdf');
    expect(expectPdf(pdf, issued, convened)).toEqual(order);
    expectFactsInPdf(pdf, issued);
  });
});
