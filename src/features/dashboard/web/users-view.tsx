import { StaffTiles } from './staff-tiles.tsx';
import { UserTable } from './user-table.tsx';

/** The people who work with the portal. */
export function UsersView() {
  return (
    <>
      <StaffTiles />
      <UserTable />
    </>
  );
}
