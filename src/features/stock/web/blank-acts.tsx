import { Button, Menu, Text, Textarea } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { client } from '#features/client.ts';
import { useSession } from '#platform/web/api/session.ts';
import { ChoiceInput } from '#platform/web/components/choice-input.tsx';
import { CommandDialog } from '#platform/web/components/command-dialog.tsx';
import { DayInput } from '#platform/web/components/day-input.tsx';
import type { CommandCall } from '#platform/web/components/use-command.tsx';
import { useKindName } from '#platform/web/languages/stock-words.tsx';
import { whyNot } from '#shared/errors.ts';
import { dayInIndia, formatCount } from '#shared/format.ts';
import { optionsOf } from '#shared/labels.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import type { SerialAct } from '../blank-states.ts';
import { blankCan, custodyCan, destructionMethodLabels } from '../custody.ts';
import type { Balance, DestroyInput, PaperCustody } from '../custody-contract.ts';
import { type SerialRange, sheetsIn } from '../serials.ts';
import { IssueDialog } from './issue-dialog.tsx';
import { OwnFields } from './own-fields.tsx';
import { readSerials, SerialsInput } from './serials-input.tsx';

type Input = { id: string; serials: SerialRange[]; reason: string } & Pick<
  DestroyInput,
  'method' | 'destroyedOn'
>;

/** The dialog of an act on given serials. */
type ActWords = {
  call: CommandCall<Input, unknown>;
  question: (paper: string) => string;
  verb: string;
  tone?: 'danger';
  /** The label of the reason; without one the dialog does not ask for it. */
  reason?: string;
  /** Whether to ask how and when the sheets were destroyed. */
  isDestruction?: true;
  /** What will happen to that many sheets. */
  consequence: (count: string) => string;
  done: (count: string) => string;
};

/** Without `asks`, the dialog is that of an issue. */
type Act = { act: SerialAct; label: string; asks?: ActWords };

const acts: readonly Act[] = [
  { act: 'issued', label: t`Issue` },
  {
    act: 'returned',
    label: t`Return`,
    asks: {
      call: ({ id, serials }, options) => client.stock.returnBlanks({ id, serials }, options),
      question: (paper) => t`Return sheets of ${paper}`,
      verb: t`Return`,
      consequence: (count) =>
        t`${count} sheets come back into the store. Issued ones can be printed on again; spoilt ones stay spoilt and wait to be destroyed.`,
      done: (count) => t`${count} sheets are back in the store.`,
    },
  },
  {
    act: 'spoilt',
    label: t`Spoil`,
    asks: {
      call: ({ id, serials, reason }, options) => client.stock.spoilBlanks({ id, serials, reason }, options),
      question: (paper) => t`Spoil sheets of ${paper}`,
      verb: t`Record as spoilt`,
      tone: 'danger',
      reason: t`How they were spoilt`,
      consequence: (count) =>
        t`${count} sheets are never printed on. They stay in the books, with whoever holds them, until two witnesses destroy them.`,
      done: (count) => t`${count} sheets are recorded as spoilt.`,
    },
  },
  {
    act: 'destroyed',
    label: t`Destroy`,
    asks: {
      call: ({ reason, ...input }, options) =>
        client.stock.destroyBlanks({ ...input, remarks: reason }, options),
      question: (paper) => t`Destroy sheets of ${paper}`,
      verb: t`Sign as first witness`,
      tone: 'danger',
      reason: t`State before, and remarks`,
      isDestruction: true,
      consequence: (count) =>
        t`You sign as the first witness that ${count} spoilt sheets are destroyed. They count as destroyed once a second person, who never held them either, signs too.`,
      done: (count) => t`The record of ${count} sheets waits for its second witness.`,
    },
  },
  {
    act: 'missing',
    label: t`Report missing`,
    asks: {
      call: ({ id, serials, reason }, options) =>
        client.stock.reportMissing({ id, serials, reason }, options),
      question: (paper) => t`Report sheets of ${paper} missing`,
      verb: t`Report missing`,
      tone: 'danger',
      reason: t`What was noticed, and where they were last`,
      consequence: (count) =>
        t`${count} sheets are booked as missing, and the ledger keeps who held them last. Nothing can be printed on them until they are found.`,
      done: (count) => t`${count} sheets are reported missing.`,
    },
  },
  {
    act: 'found',
    label: t`Report found`,
    asks: {
      call: ({ id, serials, reason }, options) => client.stock.reportFound({ id, serials, reason }, options),
      question: (paper) => t`Report sheets of ${paper} found`,
      verb: t`Report found`,
      reason: t`Where they were found`,
      consequence: (count) => t`${count} missing sheets come back into the store, spoilt ones as spoilt.`,
      done: (count) => t`${count} sheets are found.`,
    },
  },
];

/** The acts that the sheets of a paper allow now, in one menu; a count that others have to make says why. */
export function BlankActs({ paper }: { paper: PaperCustody }) {
  const name = useKindName()(paper.name, paper.colour);
  const target = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState<Act | 'count' | null>(null);
  const choose = (act: Act | 'count') => {
    // The dialog returns the focus to the button, because the item is gone by then.
    target.current?.focus();
    setOpen(act);
  };
  const close = () => setOpen(null);
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button
            ref={target}
            size="compact-sm"
            variant="default"
            aria-label={t`Actions: ${name}`}
            rightSection={<IconChevronDown size={14} aria-hidden />}
          >
            {t`Actions`}
          </Button>
        </Menu.Target>
        <Menu.Dropdown maw={320}>
          {acts
            .filter(({ act }) => paper.balances.some((balance) => allows(act, balance)))
            .map((act) => (
              <Menu.Item key={act.act} onClick={() => choose(act)}>
                {act.label}
              </Menu.Item>
            ))}
          <CountItem paper={paper} onStart={() => choose('count')} />
        </Menu.Dropdown>
      </Menu>
      {open === 'count' && <StartCountDialog paper={paper} onClose={close} />}
      {open !== null && open !== 'count' && !open.asks && <IssueDialog paper={paper} onClose={close} />}
      {open !== null && open !== 'count' && open.asks && (
        <ActDialog words={open.asks} paper={paper} onClose={close} />
      )}
    </>
  );
}

function allows(act: SerialAct, { state, holderId }: Pick<Balance, 'state' | 'holderId'>): boolean {
  return blankCan.undergo(act, { state, heldBy: holderId }) === true;
}

/** Asks for the serials and names what will happen to them. */
function ActDialog(props: { words: ActWords; paper: PaperCustody; onClose: () => void }) {
  const { words, paper } = props;
  const kindName = useKindName();
  const today = dayInIndia(new Date());
  const [serials, setSerials] = useState('');
  const [reason, setReason] = useState('');
  const [method, setMethod] = useState<DestroyInput['method']>('Shredded');
  const [destroyedOn, setDestroyedOn] = useState(today);
  const named = readSerials(serials);
  const count = formatCount(sheetsIn(named.ranges));
  const missingReason = words.reason && reason.trim().length < 3 ? t`Enter the reason.` : null;
  return (
    <CommandDialog
      title={words.question(kindName(paper.name, paper.colour))}
      confirmLabel={words.verb}
      tone={words.tone}
      call={words.call}
      fault={() => named.reason ?? missingReason}
      input={() => ({ id: paper.id, serials: named.ranges, reason, method, destroyedOn })}
      done={() => words.done(count)}
      onClose={props.onClose}
    >
      <OwnFields>
        <SerialsInput value={serials} onChange={setSerials} />
        {words.isDestruction && (
          <>
            <ChoiceInput
              label={t`Method`}
              required
              data={optionsOf(destructionMethodLabels)}
              value={method}
              onChange={(value) => setMethod(value as DestroyInput['method'])}
            />
            <DayInput
              label={t`Destroyed on`}
              required
              maxDay={today}
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
        {named.reason === null && <Text size="sm">{words.consequence(count)}</Text>}
      </OwnFields>
    </CommandDialog>
  );
}

/** Opens the open count, or starts one. */
function CountItem({ paper, onStart }: { paper: PaperCustody; onStart: () => void }) {
  const { staffId } = useSession();
  const { openCountId } = paper;
  const openCount = useOpenCount();
  if (openCountId !== null) {
    return <Menu.Item onClick={() => openCount(openCountId)}>{t`Go on counting`}</Menu.Item>;
  }
  const reason = whyNot(custodyCan.count(paper, staffId));
  if (reason === null) return <Menu.Item onClick={onStart}>{t`Count`}</Menu.Item>;
  return (
    <Menu.Item aria-disabled closeMenuOnClick={false} c="dimmed">
      {t`Count`}
      <Text size="xs">{reason}</Text>
    </Menu.Item>
  );
}

function StartCountDialog({ paper, onClose }: { paper: PaperCustody; onClose: () => void }) {
  const kindName = useKindName();
  const openCount = useOpenCount();
  return (
    <CommandDialog
      title={t`Start a stock count of ${kindName(paper.name, paper.colour)}?`}
      confirmLabel={t`Start count`}
      call={client.stock.startCount}
      input={() => ({ id: paper.id })}
      onDone={({ id }) => openCount(id)}
      onClose={onClose}
    >
      {t`What the books have in store at this moment is kept and compared with what you enter. You count without seeing it, until the count is closed. A count that is started cannot be deleted.`}
    </CommandDialog>
  );
}

function useOpenCount(): (id: string) => void {
  const navigate = useNavigate();
  return (id) => void navigate({ href: paths.admin.stockCount(id) });
}
