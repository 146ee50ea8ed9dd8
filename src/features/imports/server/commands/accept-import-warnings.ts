import { sql } from 'kysely';
import { command } from '#platform/server/command.ts';
import { assertAllowed, domainError } from '#platform/server/domain-error.ts';
import type { FaultKind } from '../../contract.ts';
import { importCan } from '../../rules.ts';
import { lockImport } from '../queries.ts';

type OfKind = Pick<FaultKind, 'field' | 'code'> & { count?: number | undefined };
type Accepted = { id: string } & ({ warningIds: number[] } | OfKind);

/** Accepts warnings, so that their rows are saved as they are. Errors cannot be accepted. */
export const acceptImportWarnings = command(
  'acceptImportWarnings',
  async ({ db, actor, now, audit }, input: Accepted) => {
    const upload = await lockImport(db, input.id);
    assertAllowed(importCan.acceptWarnings(upload));

    const accepted = await db
      .updateTable('import_faults')
      .set({ accepted_by: actor.id, accepted_at: now })
      .where('import_id', '=', upload.id)
      .where('level', '=', 'warning')
      .where('accepted_at', 'is', null)
      .where((eb) =>
        'warningIds' in input
          ? eb('id', 'in', input.warningIds)
          : eb.and([eb('code', '=', input.code), eb('field', 'is not distinct from', input.field)]),
      )
      .returning(['row_number', 'field', 'code'])
      .execute();
    if (accepted.length === 0) throw domainError('imports.not_warning');
    if ('warningIds' in input && accepted.length < new Set(input.warningIds).size)
      throw domainError('imports.not_warning');
    // Corrected rows that came in since may have brought more of the kind.
    if ('count' in input && input.count !== undefined && input.count !== accepted.length)
      throw domainError('imports.warnings_changed');
    await db
      .updateTable('imports')
      .set({ warning_count: sql`warning_count - ${accepted.length}` })
      .where('id', '=', upload.id)
      .execute();

    audit({
      event: 'imports.warnings_accepted',
      record: { type: 'import', id: upload.id, label: upload.fileName },
      after:
        'warningIds' in input
          ? { warnings: accepted.map(({ row_number: row, field, code }) => ({ row, field, code })) }
          : { field: input.field, code: input.code, count: accepted.length },
    });
    return {};
  },
);
