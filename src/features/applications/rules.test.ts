import { describe, expect, test } from 'vitest';
import {
  type ApplicationFacts,
  acknowledgementCode,
  applicationCan,
  convocationYearOf,
  openReasons,
  promisedDay,
  readAcknowledgement,
} from './rules.ts';

const pending: ApplicationFacts = {
  status: 'received',
  pendingAmount: 0,
  paidAmount: 700,
  contributorIds: ['ravi'],
  verifiedById: null,
  certificateState: null,
  reopening: null,
};
const verified: ApplicationFacts = {
  ...pending,
  status: 'verified',
  verifiedById: 'asha',
  certificateState: 'printed',
};
/** One that was reopened, and whether it was verified since. */
const reopened = (verifiedAgainAt: string | null) => ({ reopening: { verifiedAgainAt } });

describe('who may decide on an application', () => {
  test('not who received it, whatever the decision', () => {
    for (const decision of ['verify', 'reject', 'return'] as const) {
      expect(applicationCan[decision](pending, 'ravi')).toBe('applications.own_work');
    }
  });

  test('not who ever corrected it', () => {
    const corrected = { ...pending, contributorIds: ['ravi', 'asha', 'meera'] };
    expect(applicationCan.verify(corrected, 'asha')).toBe('applications.own_work');
    expect(applicationCan.verify(corrected, 'lata')).toBe(true);
  });

  test('nobody once it is decided', () => {
    for (const status of ['verified', 'rejected', 'returned'] as const) {
      expect(applicationCan.verify({ ...pending, status }, 'asha')).toBe('applications.not_pending');
    }
  });
});

describe('the fee decides between verifying and rejecting', () => {
  test('paid in full: verify, never reject', () => {
    expect(applicationCan.verify(pending, 'asha')).toBe(true);
    expect(applicationCan.reject(pending, 'asha')).toBe('applications.fee_paid');
  });

  test('short: reject, never verify', () => {
    const short = { ...pending, paidAmount: 500, pendingAmount: 200 };
    expect(applicationCan.verify(short, 'asha')).toBe('applications.fee_short');
    expect(applicationCan.reject(short, 'asha')).toBe(true);
  });

  test('without any draft there is nothing to verify', () => {
    expect(applicationCan.verify({ ...pending, paidAmount: 0, pendingAmount: 700 }, 'asha')).toBe(
      'applications.no_draft',
    );
  });
});

describe('reopening', () => {
  test('is for a second person who contributed nothing, and of what was verified', () => {
    expect(applicationCan.reopen(verified, 'meera')).toBe(true);
    expect(applicationCan.reopen(verified, 'asha')).toBe('applications.own_verification');
    expect(applicationCan.reopen(verified, 'ravi')).toBe('applications.own_work');
    expect(applicationCan.reopen(pending, 'meera')).toBe('applications.not_verified');
  });

  test('waits for the print run, and is never of a revoked certificate', () => {
    const of = (certificateState: string) =>
      applicationCan.reopen({ ...verified, certificateState }, 'meera');
    expect(['to_print', 'printed', 'handed_over'].map(of)).toEqual([true, true, true]);
    expect(of('in_run')).toBe('applications.in_print_run');
    expect(of('revoked')).toBe('certificates.revoked');
  });

  test('is once, and again after the next verification', () => {
    const returned = { ...verified, status: 'returned', verifiedById: null, ...reopened(null) } as const;
    expect(applicationCan.reopen(returned, 'meera')).toBe('applications.reopened_already');
    expect(applicationCan.reopen({ ...verified, ...reopened('2026-01-01') }, 'meera')).toBe(true);
  });

  test('takes the place of returning where a draft came back since', () => {
    const paidAgain = { ...verified, status: 'received', verifiedById: null } as const;
    expect(applicationCan.return(paidAgain, 'meera')).toBe('applications.reopen_instead');
    expect(applicationCan.reopen(paidAgain, 'meera')).toBe(true);
    expect(applicationCan.reopen({ ...paidAgain, lease: { staffId: 'lata' } }, 'meera')).toBe(
      'applications.leased',
    );
    expect(applicationCan.return({ ...paidAgain, ...reopened(null) }, 'meera')).toBe(true);
  });
});

test('numbers run through the year in which the academic year ends', () => {
  expect(convocationYearOf('2024-25')).toBe(2025);
  expect(convocationYearOf('2099-00')).toBe(2100);
});

test.each([
  'ACK000123',
  'ack 123',
  'ACK-123',
  '123',
  ' 000123 ',
  'https://certificates.university.example/status?a=000123&r=R-2025-17',
])('%s is application 123', (text) => {
  expect(readAcknowledgement(text)).toBe(123);
});

test.each(['', '0', 'ACK', '2025/000123', 'REG123', '12345678901', 'ACK12a'])(
  '%s is no acknowledgement number',
  (text) => expect(readAcknowledgement(text)).toBeNull(),
);

test('the code is long enough to be told from typing, and reads back', () => {
  expect(acknowledgementCode(7)).toBe('ACK000007');
  for (const number of [1, 41, 999_999, 12_345_678])
    expect(readAcknowledgement(acknowledgementCode(number))).toBe(number);
});

test.each([
  // Half past midnight in India.
  ['2026-11-22T19:00:00Z', 21, '2026-12-14'],
  ['2026-11-20T05:00:00Z', 1, '2026-11-23'],
  ['2026-11-21T05:00:00Z', 1, '2026-11-23'],
])(
  'received at %s, a certificate is promised %i days later, on no weekend: %s',
  (receivedAt, days, promised) => expect(promisedDay(new Date(receivedAt), days)).toBe(promised),
);

describe('a reason of a return that is called corrected', () => {
  const open = (reason: string, ...fields: string[]) =>
    openReasons([reason], {
      answers: [{ reason, answer: 'corrected', remark: '' }],
      changes: fields.map((field) => ({ field, before: 'as it was', after: 'as it is' })),
    });
  test.each([
    ['photo', 'photoFileId'],
    ['receipt', 'replacedReceipts'],
    ['name', 'candidateName'],
    ['name', 'candidateNameNative'],
    ['course', 'courseId'],
    ['registration', 'registrationNumber'],
    ['registration', 'examRollNumber'],
    ['college', 'collegeId'],
  ])('%s is, if %s was changed, and by nothing else', (reason, field) => {
    expect(open(reason, field)).toEqual([]);
    expect(open(reason, 'guideName', reason === 'photo' ? 'candidateName' : 'photoFileId')).toEqual([reason]);
  });

  test('needs no field where a university names its own', () => {
    expect(open('Seal is missing')).toEqual([]);
    expect(openReasons(['Seal is missing'], { answers: [], changes: [] })).toEqual(['Seal is missing']);
  });
});
