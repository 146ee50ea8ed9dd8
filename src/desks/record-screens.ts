import * as records from '#features/records/web/feature.ts';
import { type Screen, screen } from '#platform/web/router/desk.ts';
import { deskPrefixes } from '#shared/paths.ts';
import type { RecordKind } from '#shared/record-ref.ts';
import type { Role } from '#shared/roles.ts';
import { t } from '#shared/words.ts';

/**
 * The record pages at the desk of a role; a desk lists those that its role may read. The paths equal `recordPath`,
 * without its permissions, which the first page does not need.
 */
export function recordScreens(role: Role): Record<RecordKind, Screen> {
  const at = (kind: RecordKind, title: string) =>
    screen(`/${deskPrefixes[role]}/records/${kind}/$id`, title, records.RecordPageOfKind);
  return {
    application: at('application', t`Application`),
    certificate: at('certificate', t`Certificate`),
    draft: at('draft', t`Demand draft`),
    sheet: at('sheet', t`Sheet`),
    run: at('run', t`Print run`),
    person: at('person', t`Person`),
  };
}
