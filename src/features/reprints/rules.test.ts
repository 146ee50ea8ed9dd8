import { describe, expect, test } from 'vitest';
import { reprintCan } from './rules.ts';

const printed = { state: 'printed', withheldAt: null } as const;

const pending = {
  kind: 'wrong_copy',
  status: null,
  endedWith: null,
  requestedById: 'ravi',
  reprintedAt: null,
  certificateState: 'printed',
  certificateWithheldAt: null,
  charge: null,
  concession: null,
  missingFacts: [],
} as const;
const approved = { ...pending, status: 'approved', certificateState: 'to_print' } as const;

describe('asking for a reprint', () => {
  test('needs a copy that is printed or handed over', () => {
    expect(reprintCan.request(printed, false)).toBe(true);
    expect(reprintCan.request({ ...printed, state: 'handed_over' }, false)).toBe(true);
    for (const state of ['to_print', 'in_run'] as const)
      expect(reprintCan.request({ ...printed, state }, false)).toBe('reprints.not_printed');
    expect(reprintCan.request({ ...printed, state: 'revoked' }, false)).toBe('reprints.revoked');
    expect(reprintCan.request({ ...printed, withheldAt: '2026-01-01' }, false)).toBe('certificates.withheld');
  });

  test('needs what its type asks for, where that is known', () => {
    expect(reprintCan.request({ ...printed, missingFacts: [] }, false)).toBe(true);
    expect(reprintCan.request({ ...printed, missingFacts: ['rank'] }, false)).toBe('reprints.facts_missing');
  });

  test('says that one is open, also while its certificate waits in the queue', () => {
    expect(reprintCan.request(printed, true)).toBe('reprints.asked_already');
    expect(reprintCan.request({ ...printed, state: 'to_print' }, true)).toBe('reprints.asked_already');
  });
});

describe('deciding', () => {
  test('is not for who asked, whatever the decision', () => {
    expect(reprintCan.approve(pending, 'ravi')).toBe('reprints.own_request');
    expect(reprintCan.reject(pending, 'ravi')).toBe('reprints.own_request');
    expect(reprintCan.reopen(approved, 'ravi')).toBe('reprints.own_request');
  });

  test('goes from any choice to any other while nothing is printed', () => {
    expect(reprintCan.approve(pending, 'asha')).toBe(true);
    expect(reprintCan.reject(approved, 'asha')).toBe(true);
    expect(reprintCan.reopen(approved, 'asha')).toBe(true);
    expect(reprintCan.approve({ ...pending, status: 'rejected' }, 'asha')).toBe(true);
    expect(reprintCan.reopen(pending, 'asha')).toBe('reprints.decided_so');
  });

  test('stays as it is while a run has the certificate, and once the new copy is there', () => {
    const inRun = { ...approved, certificateState: 'in_run' } as const;
    expect(reprintCan.reopen(inRun, 'asha')).toBe('reprints.in_run');
    expect(reprintCan.reject(inRun, 'asha')).toBe('reprints.in_run');
    const done = { ...approved, certificateState: 'printed', reprintedAt: '2026-01-01' } as const;
    expect(reprintCan.reopen(done, 'asha')).toBe('reprints.printed');
  });

  test('is over where the request ended otherwise, or was decided with the data', () => {
    const ended = { ...pending, status: 'rejected', endedWith: 'reopened' } as const;
    const corrected = { ...approved, kind: 'data_corrected' } as const;
    for (const may of ['approve', 'reject', 'reopen'] as const) {
      expect(reprintCan[may](ended, 'asha')).toBe('reprints.ended');
      expect(reprintCan[may](corrected, 'asha')).toBe('reprints.data_corrected');
    }
  });

  test('neither approves nor asks anew for what is withheld, revoked or on its way already', () => {
    expect(reprintCan.approve({ ...pending, certificateWithheldAt: '2026-01-01' }, 'asha')).toBe(
      'certificates.withheld',
    );
    expect(reprintCan.approve({ ...pending, certificateState: 'revoked' }, 'asha')).toBe('reprints.revoked');
    const rejected = { ...pending, status: 'rejected' } as const;
    expect(reprintCan.reopen(rejected, 'asha')).toBe(true);
    expect(reprintCan.reopen({ ...rejected, certificateWithheldAt: '2026-01-01' }, 'asha')).toBe(
      'certificates.withheld',
    );
    expect(reprintCan.reopen({ ...rejected, certificateState: 'revoked' }, 'asha')).toBe('reprints.revoked');
    const other = { ...pending, status: 'rejected', certificateState: 'to_print' } as const;
    expect(reprintCan.approve(other, 'asha')).toBe('reprints.being_reprinted');
  });
});
