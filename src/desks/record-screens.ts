import { RecordPageOfKind } from '#features/records/web/feature.ts';
import { type Screen, screen } from '#platform/web/router/desk.ts';
import { recordKinds, type TimelineKind, timelineKinds, timelineRoute } from '#shared/record-kinds.ts';
import type { Role } from '#shared/roles.ts';

/** The record pages at the desk of a role; a desk lists those that its role may read. */
export function recordScreens(role: Role): Record<TimelineKind, Screen> {
  const screens = timelineKinds().map((kind) => {
    const path = `${timelineRoute(role, kind)}/$id`;
    return [kind, screen(path, recordKinds[kind].label, RecordPageOfKind)];
  });
  return Object.fromEntries(screens);
}
