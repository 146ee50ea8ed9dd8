import { Group } from '@mantine/core';
import { type Role, roleLabels, roles } from '#shared/roles.ts';
import { t } from '#shared/words.ts';
import classes from './role-chips.module.css';

/** Native radio buttons: arrow keys move, one tab stop, announced as '1 of 5'. */
export function RoleChips({ value, onChange }: { value: Role; onChange: (role: Role) => void }) {
  return (
    <fieldset>
      <legend className={classes.legend}>{t`Role`}</legend>
      <Group gap="0.4rem">
        {roles.map((role) => (
          <label key={role} className={classes.chip}>
            <input
              type="radio"
              name="role"
              value={role}
              checked={value === role}
              onChange={() => onChange(role)}
            />
            {roleLabels[role]}
          </label>
        ))}
      </Group>
    </fieldset>
  );
}
