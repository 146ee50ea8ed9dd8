import { assertVersion, updateRow } from '#platform/server/command.ts';
import { assertAllowed } from '#platform/server/domain-error.ts';
import { lineCan } from '../../rules.ts';
import { lineCommand, lineRecordOf, lockLine } from '../lock-line.ts';

/** Reopens a line that was set aside. */
export const reopenLine = lineCommand('reopenLine', async ({ db, audit }, input) => {
  const line = await lockLine(db, input.id);
  assertAllowed(lineCan.reopen(line));
  await assertVersion(db, { type: 'bank_statement_line', row: line }, input.version);

  const { version } = await updateRow(db, 'bank_statement_lines', line, {
    state: 'open',
    set_aside_reason: null,
    remark: null,
    decided_by: null,
    decided_at: null,
  });

  audit({
    event: 'bank_statements.line_reopened',
    ...lineRecordOf(line),
    before: { state: line.state, reason: line.set_aside_reason, remark: line.remark },
    after: { state: 'open' },
  });
  return { version };
});
