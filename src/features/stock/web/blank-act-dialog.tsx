import { Stack, Text, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { client } from '#features/client.ts';
import { ChoiceInput } from '#platform/web/components/choice-input.tsx';
import { ConfirmDialog } from '#platform/web/components/confirm-dialog.tsx';
import { DayInput } from '#platform/web/components/day-input.tsx';
import { type CommandCall, useCommand } from '#platform/web/components/use-command.ts';
import { dayInIndia } from '#shared/dates.ts';
import { formatCount } from '#shared/money.ts';
import { t } from '#shared/words.ts';
import { destructionMethods, type SerialAct } from '../custody.ts';
import type { PaperCustody } from '../custody-contract.ts';
import { type SerialRange, sheetsIn } from '../serials.ts';
import { readSerials, SerialsInput } from './serials-input.tsx';

type Act = Exclude<SerialAct, 'issued'>;
type Method = (typeof destructionMethods)[number];
type Input = { id: string; serials: SerialRange[]; reason: string; method: Method; destroyedOn: string };

type ActWords = {
  call: CommandCall<Input, unknown>;
  question: (paper: string) => string;
  verb: string;
  tone?: 'danger';
  /** What the reason is called; without it none is asked for. */
  reason?: string;
  /** What will happen to so many sheets. */
  consequence: (count: string) => string;
  done: (count: string) => string;
};

const acts: Record<Act, ActWords> = {
  returned: {
    call: ({ id, serials }, options) => client.stock.returnBlanks({ id, serials }, options),
    question: (paper) => t`Return sheets of ${paper}`,
    verb: t`Return`,
    consequence: (count) =>
      t`${count} sheets come back into the store. Issued ones can be printed on again; spoilt ones stay spoilt and wait to be destroyed.`,
    done: (count) => t`${count} sheets are back in the store.`,
  },
  spoilt: {
    call: ({ id, serials, reason }, options) => client.stock.spoilBlanks({ id, serials, reason }, options),
    question: (paper) => t`Spoil sheets of ${paper}`,
    verb: t`Record as spoilt`,
    tone: 'danger',
    reason: t`How they were spoilt`,
    consequence: (count) =>
      t`${count} sheets are never printed on. They stay in the books, with whoever holds them, until two witnesses destroy them.`,
    done: (count) => t`${count} sheets are recorded as spoilt.`,
  },
  destroyed: {
    call: ({ id, serials, reason, method, destroyedOn }, options) =>
      client.stock.destroyBlanks({ id, serials, method, destroyedOn, remarks: reason }, options),
    question: (paper) => t`Destroy sheets of ${paper}`,
    verb: t`Sign as first witness`,
    tone: 'danger',
    reason: t`State before, and remarks`,
    consequence: (count) =>
      t`You sign as the first witness that ${count} spoilt sheets are destroyed. They count as destroyed once a second person, who never held them either, signs too.`,
    done: (count) => t`The record of ${count} sheets waits for its second witness.`,
  },
  missing: {
    call: ({ id, serials, reason }, options) => client.stock.reportMissing({ id, serials, reason }, options),
    question: (paper) => t`Report sheets of ${paper} missing`,
    verb: t`Report missing`,
    tone: 'danger',
    reason: t`What was noticed, and where they were last`,
    consequence: (count) =>
      t`${count} sheets are booked as missing, and the ledger keeps who held them last. Nothing can be printed on them until they are found.`,
    done: (count) => t`${count} sheets are reported missing.`,
  },
  found: {
    call: ({ id, serials, reason }, options) => client.stock.reportFound({ id, serials, reason }, options),
    question: (paper) => t`Report sheets of ${paper} found`,
    verb: t`Report found`,
    reason: t`Where they were found`,
    consequence: (count) => t`${count} missing sheets come back into the store, spoilt ones as spoilt.`,
    done: (count) => t`${count} sheets are found.`,
  },
};

/** Asks which sheets an act is about, and names what will happen to them. */
export function BlankActDialog(props: {
  act: Act;
  paper: PaperCustody;
  /** What is written already. */
  serials: string;
  onClose: () => void;
}) {
  const { paper, onClose } = props;
  const words = acts[props.act];
  const [serials, setSerials] = useState(props.serials);
  const [reason, setReason] = useState('');
  const [method, setMethod] = useState<Method>('Shredded');
  const [destroyedOn, setDestroyedOn] = useState(dayInIndia(new Date()));
  const { ranges, reason: unreadable } = readSerials(serials);
  const count = formatCount(sheetsIn(ranges));
  const command = useCommand(words.call, {
    onSuccess: () => {
      notifications.show({ message: words.done(count), color: 'green' });
      onClose();
    },
  });
  const missingReason = words.reason && reason.trim().length < 3 ? t`Enter the reason.` : null;
  return (
    <ConfirmDialog
      isOpen
      title={words.question(`${paper.name}, ${paper.colour}`)}
      confirmLabel={words.verb}
      tone={words.tone}
      reason={unreadable ?? missingReason}
      isPending={command.isPending}
      error={command.error}
      onConfirm={() => command.attempt({ id: paper.id, serials: ranges, reason, method, destroyedOn })}
      onCancel={onClose}
    >
      <Stack gap="sm">
        <SerialsInput value={serials} onChange={setSerials} />
        {props.act === 'destroyed' && (
          <>
            <ChoiceInput
              label={t`Method`}
              required
              data={destructionMethods.map((value) => ({ value, label: methodLabels[value] }))}
              value={method}
              onChange={(value) => setMethod(value as Method)}
            />
            <DayInput
              label={t`Destroyed on`}
              required
              maxDay={dayInIndia(new Date())}
              value={destroyedOn}
              onChange={setDestroyedOn}
            />
          </>
        )}
        {words.reason && (
          <Textarea
            label={words.reason}
            required
            autosize
            minRows={2}
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
        {unreadable === null && <Text size="sm">{words.consequence(count)}</Text>}
      </Stack>
    </ConfirmDialog>
  );
}

const methodLabels: Record<Method, string> = {
  Shredded: t`Shredded`,
  Burnt: t`Burnt`,
  Pulped: t`Pulped`,
};
