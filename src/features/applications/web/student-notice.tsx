import { Button, Text } from '@mantine/core';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import classes from './student-notice.module.css';
import { nameOf, type StudentLookup } from './use-student-lookup.ts';

/** Shows, and announces to screen readers, what the student master has for the numbers. */
export function StudentNotice({ sentence, several, choose, change }: StudentLookup) {
  const undoButton = useRef<HTMLButtonElement>(null);
  return (
    <div className={classes.notice}>
      <Text size="sm" c="dimmed" role="status">
        {sentence}
      </Text>
      {several.map((student) => (
        <Button
          key={student.id}
          styles={{ label: { textAlign: 'start' } }}
          size="compact-sm"
          variant="default"
          onClick={() => {
            // The clicked button disappears, so the focus moves to the undo button.
            flushSync(() => choose(student));
            undoButton.current?.focus();
          }}
        >
          {nameOf(student)}
        </Button>
      ))}
      {change && (
        <Button ref={undoButton} size="compact-sm" variant="subtle" onClick={change.act}>
          {change.label}
        </Button>
      )}
    </div>
  );
}
