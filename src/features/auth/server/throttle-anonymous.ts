import type { RequestContext } from '#platform/server/context.ts';
import { deviceTokenOf, findDeviceOfAnybody } from './known-devices.ts';
import { networkOf } from './networks.ts';
import { limits, throttled } from './throttle.ts';

/** Limits look-ups without a session: each counts for its network, or for a device that staff signed in with. */
export async function throttleAnonymous<Answer>(
  { services, cookies, ip }: RequestContext,
  lookUp: () => Promise<Answer>,
): Promise<Answer> {
  const subject = (await findDeviceOfAnybody(services.db, deviceTokenOf(cookies))) ?? networkOf(ip);
  return throttled(services, [[limits.lookUpsByNetwork, subject]], 'every_attempt', lookUp);
}
