import '../words.ts';
import { partOf } from '#platform/server/contract-part.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { concessionsLayout } from '../columns.ts';
import { chargesContract } from '../contract.ts';
import { concessions } from './concessions.ts';
import { moneyDoesNotAddUpRule } from './rules/money-does-not-add-up.ts';
import { orderUsedAgainRule } from './rules/order-used-again.ts';

export const server: ServerFeature = {
  parts: { charges: partOf(chargesContract, { lists: { Concessions: [concessions, concessionsLayout] } }) },
  scoped: {
    charges: 'college_id',
    allocations: 'college_id',
    concessions: { column: 'application_id', of: 'applications' },
    payments: { column: 'application_id', of: 'applications' },
  },
  constraints: {
    concessions__reason_known: { code: 'masters.not_offered', field: 'concession.reason' },
  },
  rules: [moneyDoesNotAddUpRule, orderUsedAgainRule],
};
