import { Group, Loader, Text } from '@mantine/core';
import { IconArchive, IconArrowBackUp, IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type Ref, useImperativeHandle, useState } from 'react';
import { api } from '#features/client.ts';
import { ActionButton } from '#platform/web/components/action-button.tsx';
import { ariaKeys } from '#platform/web/components/screen-registry.ts';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { formatDay, formatPaise } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import { findingSentence } from '../findings.ts';
import type { StatementLine } from '../line-contract.ts';
import { whyNotReturn, whyNotSettle } from '../rules.ts';
import { CandidateList } from './candidate-list.tsx';
import { SetAsideDialog, SettleDialog, SettleReturnDialog } from './line-dialogs.tsx';
import { lineKeys } from './line-keys.ts';
import classes from './statement.module.css';

/** Key presses that the list of lines passes on; true when the key was handled. */
export type LineDeskKeys = { press(code: string): boolean };

const settleLook = { leftSection: <IconCheck size={16} aria-hidden /> };
const returnLook = {
  color: 'red',
  variant: 'light',
  leftSection: <IconArrowBackUp size={16} aria-hidden />,
};

/** One open line: its finding, the candidate drafts, and the possible decisions. */
export function LineDesk(props: {
  line: StatementLine;
  mayDecide: boolean;
  onDecided: () => void;
  ref: Ref<LineDeskKeys>;
}) {
  const { line, mayDecide, onDecided } = props;
  const found = useQuery(api.bankStatements.listLineCandidates.queryOptions({ input: { id: line.id } }));
  // Until a person chooses, the found drafts are selected.
  const [chosenIds, setChosenIds] = useState<readonly string[] | null>(null);
  const [asked, setAsked] = useState<'decide' | 'set_aside' | null>(null);
  const candidates = found.data?.candidates ?? [];
  const ids = chosenIds ?? found.data?.finding.draftIds ?? [];
  const chosen = candidates.filter(({ demandDraftId }) => ids.includes(demandDraftId));
  const isCredit = line.side === 'credit';
  const reason = isCredit ? whyNotSettle(line, chosen) : whyNotReturn(line, chosen);
  const close = () => setAsked(null);
  const ends = {
    line,
    onClose: close,
    onDone: () => {
      close();
      onDecided();
    },
  };

  function toggle(id: string): void {
    const others = ids.filter((one) => one !== id);
    setChosenIds(others.length < ids.length ? others : isCredit ? [...others, id] : [id]);
  }

  useImperativeHandle(props.ref, () => ({
    press(code) {
      if (!mayDecide) return false;
      const candidate = candidates[Number(/^(?:Digit|Numpad)([1-9])$/.exec(code)?.[1]) - 1];
      if (candidate) toggle(candidate.demandDraftId);
      else if (/^(?:Numpad)?Enter$/.test(code)) {
        if (reason === null) setAsked('decide');
      } else if (code === 'KeyS') setAsked('set_aside');
      else return false;
      return true;
    },
  }));

  return (
    <section className={`panel ${classes.candidates}`} aria-label={t`What the line may be`}>
      <div>
        <Text fw={600} className={classes.text}>
          {formatPaise(line.amountPaise)} {isCredit ? t`Cr` : t`Dr`} · {formatDay(line.valueDate)}
        </Text>
        <Text size="sm" className={classes.text}>
          {line.description}
        </Text>
      </div>
      <Text size="sm" role="status">
        {line.finding && findingSentence(line.finding)}
      </Text>
      {found.error && <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <Loader size="sm" aria-label={t`Loading`} />}
      {found.data && (
        <CandidateList
          candidates={candidates}
          chosenIds={ids}
          mayChoose={mayDecide}
          isSingle={!isCredit}
          onToggle={toggle}
        />
      )}
      {mayDecide && (
        <Group gap="xs">
          <ActionButton
            {...(isCredit ? settleLook : returnLook)}
            reason={reason}
            aria-keyshortcuts={ariaKeys(...lineKeys.decide.keys)}
            onClick={() => setAsked('decide')}
          >
            {!isCredit
              ? t`Return draft`
              : chosen.length > 1
                ? t`Settle with ${chosen.length} drafts`
                : t`Settle with this draft`}
          </ActionButton>
          <ActionButton
            variant="default"
            reason={null}
            leftSection={<IconArchive size={16} aria-hidden />}
            aria-keyshortcuts={ariaKeys(...lineKeys.setAside.keys)}
            onClick={() => setAsked('set_aside')}
          >
            {t`Set aside`}
          </ActionButton>
        </Group>
      )}
      {asked === 'decide' && isCredit && <SettleDialog {...ends} drafts={chosen} />}
      {asked === 'decide' && !isCredit && chosen[0] && (
        <SettleReturnDialog
          {...ends}
          draft={chosen[0]}
          readReason={found.data?.finding.returnReason ?? null}
        />
      )}
      {asked === 'set_aside' && <SetAsideDialog {...ends} />}
    </section>
  );
}
