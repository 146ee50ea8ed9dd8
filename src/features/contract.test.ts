import { expect, test } from 'vitest';
import type { OperationMeta } from '#platform/contract/operation.ts';
import { auditEventLabels } from '#shared/audit-names.ts';
import { tagOf } from '#shared/changes.ts';
import { contract } from './features.ts';

const tags = new Set<string>([...Object.keys(auditEventLabels).map(tagOf), 'cases']);

test('what an operation reads is named after events, so that something makes it stale', () => {
  const unknown = Object.entries(contract).flatMap(([section, operations]) =>
    Object.entries(operations).flatMap(([name, operation]) => {
      const { meta, route } = operation['~orpc'];
      const { reads } = meta as OperationMeta;
      if (route.method !== 'GET' || reads === 'all') return [];
      return reads.filter((tag) => !tags.has(tag)).map((tag) => `${section}.${name}: ${tag}`);
    }),
  );
  expect(unknown).toEqual([]);
});
