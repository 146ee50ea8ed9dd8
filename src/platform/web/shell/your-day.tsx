import { Button, Paper } from '@mantine/core';
import { Section } from '#platform/web/components/page.tsx';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { usePreferences } from '#platform/web/components/use-preferences.ts';
import type { Role } from '#shared/roles.ts';
import { t } from '#shared/words.ts';
import classes from './your-day.module.css';

/** What each desk does from the morning on; the guides tell it at length. */
const steps: Record<Role, readonly string[]> = {
  admin: [
    t`Decide what is listed under For you: each line opens its list.`,
    t`Look under For others at what has waited longest, and ask the person named there.`,
    t`Add students, colleges and people under Add forms, or many at once by Bulk Upload.`,
    t`Compare the figures with those of last month; each number opens the rows behind it.`,
  ],
  case_worker: [
    t`Open the queue: the case that has waited longest comes first.`,
    t`Compare the form with photo, receipt and student master; what differs is marked.`,
    t`Verify it, return it to the receiver with the reasons, or reject it while the fee is short.`,
    t`The next case opens by itself, until none waits.`,
  ],
  receiver: [
    t`Enter or scan the number that the candidate brings: the portal knows whether it is new, returned or ready.`,
    t`Enter the demand draft, the photo and the receipt, ask for consent, then press Receive and next.`,
    t`Correct what came back: each case says what is wrong with it.`,
    t`Put the drafts of the day on a deposit slip before you leave.`,
  ],
  printer: [
    t`Prepare a run: certificates of one type on one kind of paper.`,
    t`Load the sheets from the serial that the screen names, then print.`,
    t`Record which sheets are spoilt, count what is left, and close the run.`,
    t`If a finished certificate is wrong, ask for a reprint; somebody else decides on it.`,
  ],
  auditor: [
    t`Begin with the overview: what waits, and how far the events are proven.`,
    t`Find any number by Ctrl K; its record tells its life from receipt to hand-over.`,
    t`Follow a person, a day or a kind of change in the audit log.`,
    t`Compare fees with bank statements, and stock with its counts.`,
  ],
};

export function YourDay({ desk, children }: { desk: Role; children?: React.ReactNode }) {
  return (
    <Section title={t`Your day in four steps`} size="h6" gap={4}>
      <ol className={classes.steps}>
        {steps[desk].map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {children}
    </Section>
  );
}

/** On the first screen of a desk, until the person puts it away on any device. */
export function YourDayOnce({ desk }: { desk: Role }) {
  const { change, error } = usePreferences();
  return (
    <Paper withBorder pos="relative" px="sm" py="xs" mb="sm" className="unprinted">
      <YourDay desk={desk}>
        <Button
          variant="default"
          size="compact-sm"
          style={{ position: 'absolute', insetBlockStart: 6, insetInlineEnd: 12 }}
          onClick={() => void change({ stepsSeen: true })}
        >
          {t`Dismiss`}
        </Button>
        {error != null && <ErrorNotice error={error} />}
      </YourDay>
    </Paper>
  );
}
