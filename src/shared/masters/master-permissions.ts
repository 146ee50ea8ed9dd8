import type { Role } from '../roles.ts';
import { type MasterName, masters } from './masters.ts';

/** Who reads and who edits each master: `courses:read`, `courses:edit`. */
export const masterPermissions = Object.fromEntries(
  Object.values(masters).flatMap(({ name, readBy, editedBy }) => [
    [`${name}:read`, readBy],
    [`${name}:edit`, editedBy],
  ]),
) as Record<`${MasterName}:${'read' | 'edit'}`, readonly Role[]>;
