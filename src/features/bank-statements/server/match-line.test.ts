import { describe, expect, test } from 'vitest';
import { type DraftFacts, type LineFacts, matchLine, type Register, type SlipFacts } from './match-line.ts';
import { banksIn, draftNumbersIn, knownBank, returnReasonIn, slipNumbersIn } from './narration.ts';

const today = '2026-04-30';

function draft(overrides: Partial<DraftFacts> = {}): DraftFacts {
  return {
    id: 'sbi',
    number: '123456',
    bank: 'State Bank of India',
    amount: 700,
    state: 'deposited',
    depositedOn: '2026-04-02',
    isRealisedByLine: false,
    isReturnedByLine: false,
    ...overrides,
  };
}

function credit(description: string, overrides: Partial<LineFacts> = {}): LineFacts {
  return {
    valueDate: '2026-04-05',
    description,
    reference: '',
    side: 'credit',
    amountPaise: 70_000,
    ...overrides,
  };
}

const debit = (description: string, overrides: Partial<LineFacts> = {}) =>
  credit(description, { side: 'debit', ...overrides });

function registerOf(drafts: DraftFacts[], slips: SlipFacts[] = []): Register {
  return {
    draftsOf: (number) => drafts.filter((one) => one.number === number),
    slipOf: (slipNumber) => slips.find((slip) => slip.slipNumber === slipNumber),
    slipsOn: (day) => slips.filter((slip) => slip.depositedOn === day),
    countOfAmount: (rupees) =>
      drafts.filter(({ amount, state }) => amount === rupees && state === 'deposited').length,
  };
}

const slip = (overrides: Partial<SlipFacts> = {}): SlipFacts => ({
  slipNumber: 17,
  depositedOn: '2026-04-05',
  isWhole: true,
  drafts: [
    { id: 'one', amount: 300 },
    { id: 'two', amount: 400 },
  ],
  ...overrides,
});

describe('a credit', () => {
  test('with the number and the amount of one deposited draft is its money', () => {
    expect(matchLine(credit('CTS CLG 123456'), registerOf([draft()]), today)).toMatchObject({
      code: 'draft',
      draftIds: ['sbi'],
    });
  });

  test.each([
    [
      'is less',
      credit('CLG 123456', { amountPaise: 68_230 }),
      [draft()],
      'short',
      { differencePaise: 1_770 },
    ],
    [
      'is more',
      credit('CLG 123456', { amountPaise: 80_000 }),
      [draft()],
      'excess',
      { differencePaise: 10_000 },
    ],
    [
      'is of a draft in the drawer',
      credit('CLG 123456'),
      [draft({ state: 'received', depositedOn: null })],
      'not_deposited',
      {},
    ],
    [
      'is before the deposit',
      credit('CLG 123456', { valueDate: '2026-04-01' }),
      [draft()],
      'before_deposit',
      {},
    ],
    ['is of tomorrow', credit('CLG 123456', { valueDate: '2026-05-01' }), [draft()], 'not_yet', {}],
    [
      'comes twice',
      credit('CLG 123456'),
      [draft({ state: 'realised', isRealisedByLine: true })],
      'already_realised',
      {},
    ],
    ['follows a note by hand', credit('CLG 123456'), [draft({ state: 'realised' })], 'realised_by_hand', {}],
    [
      'is of a returned draft',
      credit('CLG 123456'),
      [draft({ state: 'returned_by_bank' })],
      'already_returned',
      {},
    ],
    [
      'is of a stale draft',
      credit('CLG 123456'),
      [draft({ state: 'stale', depositedOn: null })],
      'stale',
      {},
    ],
    ['names another bank', credit('CLG 123456 CANARA'), [draft()], 'other_bank', {}],
    ['has an unknown number', credit('CLG 654321'), [draft()], 'unknown_number', {}],
    ['names no draft', credit('BY CLEARING'), [draft()], 'amount_only', { count: 1 }],
    ['names nothing we know', credit('BY CLEARING', { amountPaise: 1 }), [draft()], 'nothing', {}],
    ['is interest', credit('CREDIT INTEREST 123456'), [draft()], 'interest', {}],
    ['is cash', credit('CASH DEPOSIT 123456'), [draft()], 'cash', {}],
    ['is an electronic transfer', credit('UPI/9988/CONVOCATION FEE 123456'), [draft()], 'electronic', {}],
    ['takes back a debit', credit('REVERSAL OF CHQ RTN 123456'), [draft()], 'reversal', {}],
  ] as const)('that %s is left to a person', (_why, line, drafts, code, rest) => {
    expect(matchLine(line, registerOf([...drafts]), today)).toMatchObject({ code, ...rest });
  });

  test('of a number that two banks use is settled by the bank that the text names', () => {
    const both = registerOf([draft(), draft({ id: 'canara', bank: 'Canara Bank' })]);
    expect(matchLine(credit('CLG 123456'), both, today)).toMatchObject({ code: 'several', count: 2 });
    expect(matchLine(credit('CLG 123456 CNRB MYSURU'), both, today)).toMatchObject({
      code: 'draft',
      draftIds: ['canara'],
    });
    expect(matchLine(credit('CLG 123456 CANARA VIA SBI'), both, today).code).toBe('several');
  });

  test('of a number that two banks use is settled by the amount that only one has', () => {
    const both = registerOf([draft(), draft({ id: 'canara', bank: 'Canara Bank', amount: 1_400 })]);
    expect(matchLine(credit('CLG 123456'), both, today)).toMatchObject({ code: 'draft', draftIds: ['sbi'] });
  });

  test('of a whole deposit slip is the money of all its drafts, by its number or on its day', () => {
    const register = registerOf([], [slip()]);
    const found = { code: 'slip', draftIds: ['one', 'two'] };
    expect(matchLine(credit('CLG DS-000017', { valueDate: '2026-04-07' }), register, today)).toMatchObject(
      found,
    );
    expect(matchLine(credit('CLEARING CREDIT'), register, today)).toMatchObject(found);
    expect(matchLine(credit('CLEARING CREDIT', { valueDate: '2026-04-07' }), register, today).code).toBe(
      'nothing',
    );
  });

  test('of a day with two slips of that sum, or with a slip of one draft, is left to a person', () => {
    const two = registerOf([], [slip(), slip({ slipNumber: 18 })]);
    expect(matchLine(credit('CLEARING CREDIT'), two, today)).toMatchObject({
      code: 'several_slips',
      count: 2,
    });
    const one = registerOf([draft()], [slip({ drafts: [{ id: 'sbi', amount: 700 }] })]);
    expect(matchLine(credit('CLEARING CREDIT'), one, today).code).toBe('amount_only');
  });
});

describe('a debit', () => {
  test.each(['deposited', 'realised'])(
    'with number and amount of a %s draft is proposed as its return',
    (state) => {
      expect(
        matchLine(debit('CHQ RTN 123456 SIGN DIFFERS'), registerOf([draft({ state })]), today),
      ).toMatchObject({
        code: 'return',
        draftIds: ['sbi'],
        returnReason: 'signature',
      });
    },
  );

  test.each([
    ['of another amount', debit('RTN 123456', { amountPaise: 60_000 }), 'return_differs'],
    ['of an unknown draft', debit('RTN 999999'), 'return_unknown'],
    ['of charges for a return', debit('CHQ RTN CHARGES 123456', { amountPaise: 11_800 }), 'charges'],
    ['of no draft', debit('TO SALARY'), 'debit'],
  ] as const)('%s says so', (_of, line, code) => {
    expect(matchLine(line, registerOf([draft()]), today).code).toBe(code);
  });

  test('of a draft that came back already is told apart from one that a person noted', () => {
    const state = 'returned_by_bank';
    expect(matchLine(debit('RTN 123456'), registerOf([draft({ state })]), today).code).toBe(
      'returned_by_hand',
    );
    const byLine = registerOf([draft({ state, isReturnedByLine: true })]);
    expect(matchLine(debit('RTN 123456'), byLine, today).code).toBe('already_returned');
  });
});

describe('a text', () => {
  test.each([
    ['', 'CTS CLG 123456', ['123456']],
    ['123456', 'BY CLEARING', ['123456']],
    ['1234', 'BY CLEARING', ['001234']],
    ['0000000000123456', 'CTS CLG', ['123456']],
    ['', 'DD NO.1234/SBI', ['001234']],
    ['', 'DD001234', ['001234']],
    ['', '123456/SBI/MYSURU', ['123456']],
    ['', 'CLG 123456, 654321', ['123456', '654321']],
    ['', 'UPI/512345678901/FEE', []],
    ['', 'NEFT N123456789', []],
    ['', 'IFSC SBIN0123456', []],
    ['', 'AMOUNT RS 280000', []],
    ['', 'AMOUNT 280000.00', []],
    ['', 'AC 12345678', []],
    ['000000', '-', []],
  ])('%j %j has the numbers %j', (reference, description, numbers) => {
    expect(draftNumbersIn(reference, description)).toEqual(numbers);
  });

  test('names slips and banks', () => {
    expect(slipNumbersIn('CLG DS-000017 SLIP NO 18')).toEqual([17, 18]);
    expect(slipNumbersIn('CLG 123456')).toEqual([]);
    expect(banksIn('UNION BANK OF INDIA')).toEqual(['union bank of india']);
    expect(banksIn('STATE BANK OF INDIA')).toEqual(['state bank of india']);
    expect(banksIn('BANK OF INDIA')).toEqual(['bank of india']);
    expect(banksIn('SOUTH INDIAN BANK')).toEqual(['south indian bank']);
    expect(knownBank('SBI')).toBe('state bank of india');
    expect(knownBank('Grameena Sahakari')).toBe('grameena sahakari');
  });

  test.each([
    ['SIGNATURE DIFFERS', 'signature'],
    ['PAYEE NAME MISMATCH', 'payee_mismatch'],
    ['INSTRUMENT OUTDATED', 'stale'],
    ['MUTILATED', 'mutilated'],
    ['PAYMENT STOPPED', 'stopped'],
    ['FAKE INSTRUMENT', 'forged'],
    ['REFER TO DRAWER', 'other'],
  ])('%s says why it came back', (text, reason) => {
    expect(returnReasonIn(text)).toBe(reason);
  });
});
