import { withClient } from '#platform/server/db/connections.ts';
import { type Check, type Finding, inWords, ok, problem, rowsOf } from '#platform/server/doctor/check.ts';
import { addDays, dayInIndia } from '#shared/format.ts';
import type { StoredEvent } from '../verify-chain.ts';
import { readCheckpoints } from './checkpoints/checkpoint.ts';
import { startOf } from './checkpoints/hash-access-log.ts';
import { readChain, verifyChain } from './read-chain.ts';

/** Checks that no event of the audit log was altered, removed or moved. */
export const chainCheck: Check = {
  name: 'chain',
  isWhole: true,
  async *run({ settings, databaseUrl }) {
    yield await withClient(databaseUrl, 'backup', async (client) => {
      // One snapshot, so that events written meanwhile do not look like a truncated log.
      await client.query('begin isolation level repeatable read read only');
      const { rows } = await client.query('select sequence, hash from audit_head');
      const head = { sequence: Number(rows[0].sequence), hash: rows[0].hash as string };
      try {
        return await examineChain(readChain(client), head, settings.checkpointDirectory);
      } catch (error) {
        return problem(`The audit chain is not proven: ${(error as Error).message}.`);
      }
    });
  },
};

/** An installation set up today has no checkpoint yet: its chain can only be checked against itself. */
async function examineChain(
  events: AsyncIterable<StoredEvent>,
  head: { sequence: number; hash: string },
  checkpointDirectory: string,
): Promise<Finding> {
  const files = await readCheckpoints(checkpointDirectory);
  const known = files
    .filter(({ sequence }) => sequence > 0)
    .map(({ day, ...file }) => ({ ...file, source: `the checkpoint of ${day}` }));
  if (head.sequence === 0 && known.length === 0) return ok('The audit chain has no event yet.');
  const anchors = known.length > 0 ? known : [{ ...head, source: 'its own head' }];
  const { checked, fault, provenUpTo } = await verifyChain(events, { head, anchors });
  if (fault) return problem(`The audit chain does not hold: ${fault}.`);
  const proof =
    known.length > 0 ? `up to ${provenUpTo} proven by checkpoints` : 'no checkpoint proves them yet';
  return ok(`The audit chain holds: ${checked} events, ${proof}.`);
}

/** Checks that each day gets its signed checkpoint. */
export const checkpointsCheck: Check = {
  name: 'checkpoints',
  async *run(installation) {
    const [row] = await rowsOf<{ head: number; written: number; last: string | null; began: Date | null }>(
      installation,
      `select (select sequence from audit_head)::float8 as head,
              (select count(*) from audit_checkpoints)::int as written,
              (select max(day) from audit_checkpoints)::text as last,
              (select at from audit_events order by sequence limit 1) as began`,
    );
    const { head, written, last, began } = row!;
    installation.measure('dikshant_audit_chain_head', head);
    installation.measure('dikshant_checkpoints', written);
    const age = last && (Date.now() - Date.parse(startOf(addDays(last, 1)))) / 1_000;
    if (age) installation.measure('dikshant_checkpoint_age_seconds', age);
    const latest = last ?? (began && dayInIndia(began));
    yield latest && latest < addDays(dayInIndia(new Date()), -2)
      ? problem(
          `The audit log has no signed checkpoint since ${latest}. Does a worker run (SERVICES)? Its log says why not.`,
        )
      : ok(
          age
            ? `The newest checkpoint ended ${inWords(Math.max(0, age))} ago.`
            : 'The first checkpoint comes after midnight.',
        );
  },
};
