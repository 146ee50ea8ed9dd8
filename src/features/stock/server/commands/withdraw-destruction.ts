import { assertVersion } from '#platform/server/assert-version.ts';
import { command } from '#platform/server/command.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { formatRanges, rangesOf } from '../../serials.ts';
import { lockDestruction, paperOfDestruction } from '../destructions.ts';
import { lockPaper } from '../papers.ts';

/** Takes back a record that nobody has signed as second witness; the audit log keeps it. */
export const withdrawDestruction = command(
  'withdrawDestruction',
  async ({ db, audit }, { id, version }: { id: string; version: number }) => {
    const paper = await lockPaper(db, await paperOfDestruction(db, id));
    const destruction = await lockDestruction(db, id);
    if (destruction.second_witness !== null) throw domainError('stock.already_destroyed');
    await assertVersion(db, { type: 'destruction', row: destruction }, version);

    await db.deleteFrom('destructions').where('id', '=', id).execute();

    const { method, destroyed_on: destroyedOn, remarks } = destruction;
    const serials = formatRanges(rangesOf(destruction.blanks.map(({ serial }) => serial)));
    audit({
      event: 'stock.destruction_withdrawn',
      record: { type: 'destruction', id, label: paper.label },
      before: { serials, method, destroyedOn, remarks },
    });
    return {};
  },
);
