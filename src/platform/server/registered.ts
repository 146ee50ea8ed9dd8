import type { RawBuilder } from 'kysely';
import { merge, type NameOf } from '#shared/feature.ts';
import type { RecordKind } from '#shared/record-kinds.ts';
import { answers } from './answers.ts';
import type { LogSearch } from './db/log-search.ts';
import type { RecordSearch } from './db/record-search.ts';
import { scopedTables } from './db/scope.ts';
import type { WaitingQuery } from './db/waiting-rows.ts';
import type { Rule } from './exceptions/rule.ts';
import type { ConstraintError, FileUse, ServerFeature } from './feature.ts';

/** What the features declare on the server, together. */
export const registered = {
  constraints: {} as Partial<Record<string, ConstraintError>>,
  personal: {} as Record<string, readonly string[]>,
  personalLabels: [] as string[],
  files: [] as FileUse[],
  logSearches: [] as LogSearch[],
  masterEvents: [] as string[],
  rules: [] as Rule[],
  searches: {} as Partial<Record<RecordKind, readonly RecordSearch[]>>,
  waiting: {} as Record<NameOf<'waiting'>, WaitingQuery>,
  balances: {} as Record<string, RawBuilder<unknown>>,
};

/** Called once per process, before anything is written. */
export function registerOnServer(features: readonly ServerFeature[]): void {
  for (const feature of features) {
    const { constraints = {}, personal = {}, searches = {}, waiting = {}, balances = {} } = feature;
    merge(registered, { constraints, personal, searches, waiting, balances });
    merge(scopedTables, feature.scoped ?? {});
    merge(answers, feature.answers ?? {});
    registered.personalLabels.push(...(feature.personalLabels ?? []));
    registered.logSearches.push(...(feature.logSearches ?? []));
    registered.masterEvents.push(...(feature.masterEvents ?? []));
    registered.rules.push(...(feature.rules ?? []));
    registered.files.push(...(feature.files ?? []));
  }
}
