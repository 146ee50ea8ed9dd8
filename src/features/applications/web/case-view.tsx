import { Group, Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { Notice } from '#platform/web/components/page.tsx';
import { RecordLink } from '#platform/web/components/record-link.tsx';
import { useIrreversibleKeys } from '#platform/web/components/use-shortcuts.ts';
import { formatAcknowledgement } from '#shared/number-text.ts';
import { t } from '#shared/words.ts';
import type { Case, OpenCase } from '../case-desk-contract.ts';
import { ApplicationStatusBadge } from './application-columns.tsx';
import { CaseDrafts } from './case-drafts.tsx';
import { CaseAward, CaseFacts, CaseFee } from './case-facts.tsx';
import { isViewKey } from './case-keys.ts';
import { withLease } from './case-queries.ts';
import classes from './case-view.module.css';
import { Conversation } from './conversation.tsx';
import { DecisionButtons } from './decision-buttons.tsx';
import { DecisionForm } from './decision-form.tsx';
import { type Decided, type Decision, decisions, whyNotAllowed } from './decisions.ts';
import { LeaseMark } from './lease-mark.tsx';

const decisionCodes: Record<Decision, string> = { verify: 'KeyV', reject: 'KeyX', return: 'KeyR' };

/** One case: its facts beside the student master, its drafts, and the decision. */
export function CaseView(props: {
  found: Case;
  actorId: string;
  openCases: ReadonlyMap<string, OpenCase>;
  onDecided: (decided: Decided) => void;
}) {
  const { found, actorId } = props;
  const application = {
    ...withLease(found.application, props.openCases),
    missingFacts: found.missingFacts,
  };
  const { id } = application;
  const [openDecision, setOpenDecision] = useState<{ id: string; decision: Decision } | null>(null);
  const [refused, setRefused] = useState<{ id: string; sentence: string } | null>(null);
  const view = useRef<HTMLElement>(null);
  const head = useRef<HTMLElement>(null);
  const facts = useRef<HTMLElement>(null);
  const question = useRef<HTMLElement>(null);
  const shownAt = useRef(0);
  // Else it would be asked again of a case whose decision is taken back.
  if (openDecision !== null && openDecision.id !== id) setOpenDecision(null);
  const decision = openDecision?.id === id ? openDecision.decision : null;
  const blocked = whyNotAllowed('return', application, actorId);
  const notice = blocked ?? (refused?.id === id ? refused.sentence : null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another case is shown
  useLayoutEffect(() => {
    shownAt.current = performance.now();
    const isNowhere = document.activeElement === null || document.activeElement === document.body;
    if (isNowhere) view.current?.focus({ preventScroll: true });
    facts.current?.scrollTo(0, 0);
    if (!isInSight(head.current)) head.current?.scrollIntoView();
  }, [id]);

  useLayoutEffect(() => {
    if (decision !== null) question.current?.scrollIntoView({ block: 'nearest' });
  }, [decision]);

  /** Of a case that is scrolled out of sight, a key shows it and decides nothing. */
  function choose(chosen: Decision): void {
    if (!isInSight(head.current) && !isInSight(facts.current)) {
      head.current?.scrollIntoView();
      return;
    }
    const sentence = whyNotAllowed(chosen, application, actorId);
    setRefused(sentence === null ? null : { id, sentence });
    setOpenDecision(sentence === null ? { id, decision: chosen } : null);
  }

  function cancel(): void {
    setOpenDecision(null);
    view.current?.focus({ preventScroll: true });
  }

  const keys = { acts: decisionCodes, isLook: isViewKey, onOpen: choose, shownAt };
  // While a question is open, its form handles the keys.
  useIrreversibleKeys({ ...keys, question: null });

  return (
    <section
      ref={view}
      className={`strip ${classes.view}`}
      tabIndex={-1}
      aria-labelledby="case-name"
      data-case={id}
    >
      <header ref={head} className={classes.head}>
        <Group gap="0.125rem 0.625rem">
          <h2 id="case-name" className={classes.name}>
            {application.candidateName}
          </h2>
          <span className={classes.number}>
            <RecordLink record={{ kind: 'application', id }}>
              {t`Acknowledgement number ${formatAcknowledgement(application.acknowledgementNumber)}`}
            </RecordLink>
          </span>
          <ApplicationStatusBadge status={application.status} />
          <LeaseMark application={application} />
        </Group>
        <CaseFee application={found.application} />
        <CaseDrafts drafts={found.drafts} />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <article ref={facts} className={classes.facts} tabIndex={0} aria-label={t`Application`}>
        <Conversation application={found.application} />
        <CaseFacts found={found} />
        <CaseAward found={found} />
      </article>
      <footer ref={question} className={classes.decision} data-asked={decision !== null || undefined}>
        {decision === null ? (
          <>
            {notice !== null && (
              <Notice mb="xs" px={10} py={6} color="yellow" icon={<IconLock aria-hidden />} role="alert">
                <Text size="sm">{notice}</Text>
              </Notice>
            )}
            <DecisionButtons application={application} actorId={actorId} onChoose={choose} hasKeys />
          </>
        ) : (
          <>
            <h3 className={classes.question}>{decisions[decision].title(application)}</h3>
            <DecisionForm
              key={`${id} ${decision}`}
              decision={decision}
              application={application}
              found={found}
              onDecided={props.onDecided}
              onCancel={cancel}
              keys={keys}
            />
          </>
        )}
      </footer>
    </section>
  );
}

/** Whether enough of it to read is below the top bar and above the lower edge of the window. */
function isInSight(element: HTMLElement | null): boolean {
  if (element === null) return false;
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 96 && top < window.innerHeight - 48;
}
