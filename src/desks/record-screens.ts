import * as records from '#features/records/web/pages.ts';
import { type Screen, screen } from '#platform/web/router/desk.ts';
import { type RecordKind, recordPath } from '#shared/record-paths.ts';
import type { Role } from '#shared/roles.ts';
import { t } from '#shared/words.ts';

/** The pages of records at the desk of a role; a desk names those that its role may read, below the list of their like. */
export function recordScreens(role: Role): Record<RecordKind, Screen> {
  const at = (kind: RecordKind) => recordPath(role, kind, '$id')!;
  return {
    application: screen(at('application'), t`Application`, records.ApplicationRecordPage),
    certificate: screen(at('certificate'), t`Certificate`, records.CertificateRecordPage),
    draft: screen(at('draft'), t`Demand draft`, records.DraftRecordPage),
    sheet: screen(at('sheet'), t`Sheet`, records.SheetRecordPage),
    run: screen(at('run'), t`Print run`, records.RunRecordPage),
    person: screen(at('person'), t`Person`, records.PersonRecordPage),
  };
}
