import { expect, test } from 'vitest';
import { hasFixedKey, proposalCan } from './rules.ts';

const proposal = { state: 'waiting', proposedById: 'anita', outdated: [] as string[] } as const;

test('another person decides on a proposal, and who made it takes it back', () => {
  expect(proposalCan.confirm(proposal, 'suresh')).toBe(true);
  expect(proposalCan.reject(proposal, 'suresh')).toBe(true);
  for (const decide of [proposalCan.confirm, proposalCan.reject])
    expect(decide(proposal, 'anita')).toBe('proposals.own_proposal');
  expect(proposalCan.takeBack(proposal, 'anita')).toBe(true);
  expect(proposalCan.takeBack(proposal, 'suresh')).toBe('proposals.not_own');
});

test('what is decided or outdated is not confirmed', () => {
  const decided = { ...proposal, state: 'rejected' } as const;
  expect(proposalCan.confirm(decided, 'suresh')).toBe('proposals.decided');
  expect(proposalCan.takeBack(decided, 'anita')).toBe('proposals.decided');
  expect(proposalCan.confirm({ ...proposal, outdated: ['ECE'] }, 'suresh')).toBe('proposals.outdated');
});

test('a used entry keeps its key, unless records know it otherwise', () => {
  expect(hasFixedKey({ mayBeRenamed: false }, { isUsed: true })).toBe(true);
  expect(hasFixedKey({ mayBeRenamed: false }, { isUsed: false })).toBe(false);
  expect(hasFixedKey({ mayBeRenamed: true }, { isUsed: true })).toBe(false);
});
