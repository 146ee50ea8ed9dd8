import { merge } from '#shared/feature.ts';
import type { RecordKind } from '#shared/record-kinds.ts';
import type { RecordSearch } from './db/record-search.ts';
import type { ScopedBy } from './db/scope.ts';
import type { ConstraintError, ServerFeature } from './feature.ts';

/** What the features declare on the server, together. */
export const registered = {
  scoped: {} as Record<string, ScopedBy>,
  constraints: {} as Record<string, ConstraintError>,
  personal: {} as Record<string, readonly string[]>,
  personalLabels: [] as string[],
  searches: {} as Partial<Record<RecordKind, readonly RecordSearch[]>>,
};

/** Called once per process, before anything is written. */
export function registerOnServer(features: readonly ServerFeature[]): void {
  for (const {
    scoped = {},
    constraints = {},
    personal = {},
    personalLabels = [],
    searches = {},
  } of features) {
    merge(registered, { scoped, constraints, personal, searches });
    registered.personalLabels.push(...personalLabels);
  }
}
