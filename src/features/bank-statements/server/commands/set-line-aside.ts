import { assertVersion, updateRow } from '#platform/server/command.ts';
import { assertAllowed, domainError } from '#platform/server/domain-error.ts';
import { lineCan } from '../../rules.ts';
import { lineCommand, lineRecordOf, lockLine } from '../lock-line.ts';

/** Sets aside a line that concerns no draft. */
export const setLineAside = lineCommand('setLineAside', async ({ db, actor, now, audit }, input) => {
  const line = await lockLine(db, input.id);
  assertAllowed(lineCan.setAside(line));
  await assertVersion(db, { type: 'bank_statement_line', row: line }, input.version);
  if (input.reason === 'other' && !input.remark) throw domainError('bank_statements.remark_wanted');

  const { version } = await updateRow(db, 'bank_statement_lines', line, {
    state: 'set_aside',
    set_aside_reason: input.reason,
    remark: input.remark || null,
    decided_by: actor.id,
    decided_at: now,
  });

  audit({
    event: 'bank_statements.line_set_aside',
    ...lineRecordOf(line),
    before: { state: line.state },
    after: {
      state: 'set_aside',
      reason: input.reason,
      remark: input.remark,
      amountPaise: line.amountPaise,
    },
  });
  return { version };
});
