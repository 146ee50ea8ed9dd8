import { Anchor, Checkbox, Group, Kbd, ScrollArea, Text } from '@mantine/core';
import { IconArchive, IconArrowBackUp, IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type Ref, useImperativeHandle, useState } from 'react';
import { api } from '#features/client.ts';
import { draftStateLabels } from '#features/demand-drafts/states.ts';
import { DepositDialog } from '#features/demand-drafts/web/deposit-dialog.tsx';
import { useDraftPaths } from '#features/demand-drafts/web/draft-acts.tsx';
import { draftTones } from '#features/demand-drafts/web/draft-badge.tsx';
import { useMay } from '#platform/web/api/session.ts';
import { ActionButton, DialogButton } from '#platform/web/components/action-button.tsx';
import { useLinkProps } from '#platform/web/components/links.tsx';
import { Loading } from '#platform/web/components/loading.tsx';
import { RecordLink } from '#platform/web/components/record-link.tsx';
import { ariaKeys, type KeyHelp } from '#platform/web/components/screen-registry.ts';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { StatusBadge } from '#platform/web/components/values.tsx';
import { formatCount, formatDay, formatPaise, formatRupees } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import { findingSentence } from '../findings.ts';
import type { LineCandidate, StatementLine } from '../line-contract.ts';
import { sumInPaise, whyNotReturn, whyNotSettle } from '../rules.ts';
import { SetAsideDialog, SettleDialog, SettleReturnDialog } from './line-dialogs.tsx';
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
  const [openDialog, setOpenDialog] = useState<'decide' | 'set_aside' | null>(null);
  const candidates = found.data?.candidates ?? [];
  const ids = chosenIds ?? found.data?.finding.draftIds ?? [];
  const chosen = candidates.filter(({ demandDraftId }) => ids.includes(demandDraftId));
  const isCredit = line.side === 'credit';
  const reason = isCredit ? whyNotSettle(line, chosen) : whyNotReturn(line, chosen);
  const close = () => setOpenDialog(null);
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
        if (reason === null) setOpenDialog('decide');
      } else if (code === 'KeyS') setOpenDialog('set_aside');
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
      {found.isPending && <Loading size="sm" />}
      {found.data && (
        <CandidateList
          line={line}
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
            onClick={() => setOpenDialog('decide')}
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
            onClick={() => setOpenDialog('set_aside')}
          >
            {t`Set aside`}
          </ActionButton>
        </Group>
      )}
      {openDialog === 'decide' && isCredit && <SettleDialog {...ends} drafts={chosen} />}
      {openDialog === 'decide' && !isCredit && chosen[0] && (
        <SettleReturnDialog
          {...ends}
          draft={chosen[0]}
          readReason={found.data?.finding.returnReason ?? null}
        />
      )}
      {openDialog === 'set_aside' && <SetAsideDialog {...ends} />}
    </section>
  );
}

/** The keys shown by `?` where statement lines are decided. */
export const lineKeys = {
  move: { keys: ['↓', '↑'], what: t`The next line, the one before` },
  choose: { keys: ['1 … 9'], what: t`Choose a draft` },
  decide: { keys: ['Enter'], what: t`Settle the line, or confirm the return` },
  setAside: { keys: ['S'], what: t`Set the line aside` },
} satisfies Record<string, KeyHelp>;

const digits = 9;

/** The candidate drafts, each with what distinguishes it from the others. */
function CandidateList(props: {
  line: StatementLine;
  candidates: readonly LineCandidate[];
  chosenIds: readonly string[];
  mayChoose: boolean;
  isSingle: boolean;
  onToggle: (id: string) => void;
}) {
  const { line, candidates, chosenIds } = props;
  const chosen = candidates.filter(({ demandDraftId }) => chosenIds.includes(demandDraftId));
  if (candidates.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t`No draft has its number or amount.`}
      </Text>
    );
  }
  return (
    <div>
      <ScrollArea.Autosize
        mah="20rem"
        type="auto"
        viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': t`Possible drafts` }}
      >
        {candidates.map((candidate, place) => (
          <div key={candidate.demandDraftId} className={classes.candidate}>
            <Group gap="sm" wrap="nowrap" align="flex-start">
              {props.mayChoose && (
                <Checkbox
                  aria-label={t`Draft ${candidate.number} of ${candidate.bank}`}
                  radius={props.isSingle ? 'xl' : undefined}
                  checked={chosenIds.includes(candidate.demandDraftId)}
                  onChange={() => props.onToggle(candidate.demandDraftId)}
                />
              )}
              <CandidateFacts candidate={candidate} line={line} />
              {props.mayChoose && place < digits && <Kbd size="xs">{place + 1}</Kbd>}
            </Group>
          </div>
        ))}
      </ScrollArea.Autosize>
      {chosen.length > 1 && (
        <Text size="sm" mt="xs" role="status">
          {t`${formatCount(chosen.length)} drafts, together ${formatRupees(sumInPaise(chosen) / 100)}`}
        </Text>
      )}
    </div>
  );
}

function CandidateFacts({ candidate, line }: { candidate: LineCandidate; line: StatementLine }) {
  const { slipNumber, depositedOn, realisedOn, applicationCount } = candidate;
  return (
    <div style={{ flex: 1, minWidth: 0 }}>
      <Group gap="xs" justify="space-between">
        <Text size="sm" fw={600} className={classes.figure}>
          {candidate.number} · {formatRupees(candidate.amount)}
        </Text>
        <StatusBadge tone={draftTones[candidate.state]} label={draftStateLabels[candidate.state]} />
      </Group>
      <Text size="sm" className={classes.text}>
        {candidate.bank}, {candidate.branch} · {formatDay(candidate.drawnOn)} · {candidate.collegeCode}
      </Text>
      <Text size="sm" c="dimmed">
        {[
          depositedOn ? t`deposited ${formatDay(depositedOn)} with ${slipNumber ?? ''}` : t`not deposited`,
          ...(realisedOn ? [t`realised ${formatDay(realisedOn)}`] : []),
          applicationCount === 1
            ? t`pays 1 application`
            : t`pays ${formatCount(applicationCount)} applications`,
        ].join(' · ')}
      </Text>
      {candidate.state === 'received' && <WayToDeposit candidate={candidate} line={line} />}
    </div>
  );
}

/** Where the credit of a draft that is not deposited leads on: to its slip, or to where it is put on one. */
function WayToDeposit({ candidate, line }: { candidate: LineCandidate; line: StatementLine }) {
  const { demandDrafts } = useDraftPaths();
  const mayDeposit = useMay('demand_drafts:deposit');
  const link = useLinkProps(`${demandDrafts}?${new URLSearchParams({ q: candidate.number })}`);
  const { depositSlipId, slipNumber } = candidate;
  if (depositSlipId === null)
    return (
      mayDeposit && <Anchor size="sm" {...link}>{t`Put draft ${candidate.number} on a deposit slip`}</Anchor>
    );
  return (
    <Group gap="xs">
      <RecordLink record={{ kind: 'slip', id: depositSlipId }}>{slipNumber}</RecordLink>
      {mayDeposit && (
        <DialogButton
          size="compact-sm"
          variant="default"
          dialog={(onClose) => <DepositOfLine slipId={depositSlipId} line={line} onClose={onClose} />}
        >
          {t`Record as deposited`}
        </DialogButton>
      )}
    </Group>
  );
}

function DepositOfLine(props: { slipId: string; line: StatementLine; onClose: () => void }) {
  const { slipId: id, line, onClose } = props;
  const slip = useQuery(api.depositSlips.getDepositSlip.queryOptions({ input: { id } }));
  if (slip.error) return <ErrorNotice error={slip.error} />;
  return slip.data && <DepositDialog slip={slip.data} bookedOn={line.valueDate} onClose={onClose} />;
}
