import type { Role } from '#shared/roles.ts';
import { type MasterName, namedMasters } from './named-masters.ts';

/** The permissions of each master: `courses:read`, `courses:edit`. */
export const masterPermissions = Object.fromEntries(
  Object.entries(namedMasters).flatMap(([name, { readBy, editedBy }]) => [
    [`${name}:read`, readBy],
    [`${name}:edit`, editedBy],
  ]),
) as Record<`${MasterName}:${'read' | 'edit'}`, readonly Role[]>;
