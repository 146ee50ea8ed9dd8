/** Everything that is cached of bank statements; below `one` what a colleague's decision makes stale. */
export const bankStatementsKey = ['bank-statements'] as const;
export const statementListKey = [...bankStatementsKey, 'list'] as const;

export function statementKey(id: string) {
  return [...bankStatementsKey, 'one', id] as const;
}

/** What a decision on a line changes: the lines and sums, the register, and by a return the applications. */
export const decisionInvalidates = [
  bankStatementsKey,
  ['demand-drafts'],
  ['deposit-slips'],
  ['applications'],
  ['certificates'],
];
