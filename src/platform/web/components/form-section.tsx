import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './form-page.module.css';

/** Fields that belong together, side by side where there is room. */
export function FormSection(props: { title: string; description?: ReactNode; children: ReactNode }) {
  return (
    <fieldset className={classes.section}>
      <legend className={classes.legend}>{props.title}</legend>
      {props.description && (
        <Text size="sm" c="dimmed" mb="sm">
          {props.description}
        </Text>
      )}
      <div className={classes.fields}>{props.children}</div>
    </fieldset>
  );
}
