import { type Check, type Finding, type Installation, ok, problem, rowsOf } from './check.ts';

/** The state of the standby; `standby_state()` in the database documents the values. */
export type StandbyState = 'synchronous' | 'asynchronous' | 'waiting' | 'lost' | 'none' | 'unknown';

const findings: Record<StandbyState, Finding> = {
  synchronous: ok('The synchronous standby is there: what is committed is on two disks.'),
  asynchronous: ok(
    'A standby follows, but commits do not wait for it: the last seconds are on one disk alone.',
  ),
  waiting: problem(
    "The synchronous standby is missing: nothing can be saved. Start it again, or let commits go on without it: alter system set synchronous_standby_names = '' (docs/scaling.md).",
  ),
  lost: problem(
    'The standby is gone, and commits do not wait for it: what is committed is on one disk alone. Start it again, or make a new standby (docs/scaling.md).',
  ),
  none: ok('There is no standby: what is committed is on one disk alone.'),
  unknown: ok('Cannot tell whether the standby follows: grant pg_monitor to the owner of the database.'),
};

/** Whether commits are on two disks, if that is configured. */
export const standbyCheck: Check = {
  name: 'standby',
  async *run(installation) {
    const state = await findStandbyState(installation);
    installation.measure('dikshant_standby_missing', state === 'waiting' || state === 'lost' ? 1 : 0);
    yield findings[state];
  },
};

export async function findStandbyState(
  installation: Pick<Installation, 'databaseUrl'>,
): Promise<StandbyState> {
  const [row] = await rowsOf<{ state: StandbyState }>(installation, 'select standby_state() as state');
  return row!.state;
}
