import { command } from '#platform/server/command.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { describeDevice } from '../describe-device.ts';
import { recordOfActor } from '../people.ts';

/** Ends one of the person's own sessions, on any device. */
export const endOwnSession = command(
  'endOwnSession',
  async ({ db, actor, audit }, { id }: { id: string }) => {
    const ended = await db
      .deleteFrom('sessions')
      .where('id', '=', id)
      .where('staff_id', '=', actor.id)
      .returning(['user_agent', 'ip'])
      .executeTakeFirstOrThrow(() => domainError('auth.session_not_found'));
    audit({
      event: 'auth.session_ended',
      ...recordOfActor(actor),
      before: { device: describeDevice(ended.user_agent), ip: ended.ip },
    });
    return {};
  },
);
