import { StaffTiles } from './staff-tiles.tsx';

/** The people who work with the portal. */
export function UsersView() {
  return <StaffTiles />;
}
