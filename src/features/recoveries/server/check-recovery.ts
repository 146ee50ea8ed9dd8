import { type Check, ok, problem, rowsOf } from '#platform/server/doctor/check.ts';
import { dayInIndia, formatDay } from '#shared/format.ts';

/** Reports what restores lost, and an open recovery. */
export const recoveryCheck: Check = {
  name: 'recovery',
  every: 60,
  async *run(installation) {
    const [known] = await rowsOf<{ table: string | null }>(
      installation,
      "select to_regclass('recoveries') as table",
    );
    // The database lacks the migration, which another check reports.
    if (!known?.table) return;
    const rows = await rowsOf<{
      restored_at: Date;
      restored_to: Date;
      confirmed_at: Date | null;
      lost: string[];
    }>(
      installation,
      `select r.*, array(
         select case n.kind when 'serial' then 'serials' else replace(n.kind, '_', ' ') end || ' after ' || coalesce(n.kept_label, 'none') || ' up to ' || n.found_label
           from recovery_numbers n where n.recovery_id = r.id and n.last_found > n.last_kept order by n.series) as lost
         from recoveries r order by restored_at`,
    );
    if (rows.length === 0) yield ok('The portal was never restored.');
    for (const { restored_at, restored_to, confirmed_at, lost } of rows) {
      const day = formatDay(dayInIndia(restored_at));
      yield confirmed_at
        ? ok(`Lost in restore on ${day}: ${lost.join('; ') || 'nothing'}.`)
        : problem(
            `The portal is in recovery mode since its restore on ${day} to ${restored_to.toISOString()}: it gives no number and prints nothing until an admin has entered the last numbers on paper and another one has confirmed them.`,
          );
    }
  },
};
