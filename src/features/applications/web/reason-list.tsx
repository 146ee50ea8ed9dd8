import { Box, Kbd } from '@mantine/core';
import classes from './decision-form.module.css';

/** Reasons to choose from, each with the digit that chooses it. */
export function ReasonList(props: {
  label: string;
  choices: readonly { value: string; label: string }[];
  chosen: readonly string[];
  isSingle: boolean;
  /** Whether the choice is missing; `faultId` is the id of the message. */
  isFaulty?: boolean;
  faultId?: string;
  onChoose: (value: string) => void;
}) {
  return (
    <fieldset>
      <Box component="legend" fw={500}>
        {props.label}
      </Box>
      <div className={classes.list}>
        {props.choices.map(({ value, label }, index) => (
          <label key={value} className={classes.reason}>
            <input
              type={props.isSingle ? 'radio' : 'checkbox'}
              name={props.label}
              value={value}
              checked={props.chosen.includes(value)}
              aria-keyshortcuts={String(index + 1)}
              aria-invalid={props.isFaulty || undefined}
              aria-describedby={props.isFaulty ? props.faultId : undefined}
              onChange={() => props.onChoose(value)}
            />
            <Kbd size="xs" aria-hidden>
              {index + 1}
            </Kbd>
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
