import { ActionIcon, Button, Text, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowLeft, IconKeyboard } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { api, client } from '#features/client.ts';
import { useCollegeFilter } from '#features/colleges/web/use-college-filter.ts';
import { useSession } from '#platform/web/api/session.ts';
import { useListAddress } from '#platform/web/components/list/use-list-address.ts';
import { Loading } from '#platform/web/components/loading.tsx';
import { EmptyState, PageHeader } from '#platform/web/components/page.tsx';
import { ariaKeys, keysShown, shellKeys, useScreenKeys } from '#platform/web/components/screen-registry.ts';
import { ToolbarButton } from '#platform/web/components/toolbar-button.tsx';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { useShortcuts } from '#platform/web/components/use-shortcuts.ts';
import { formatCount } from '#shared/format.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { manageApplicationsLayout } from '../columns.ts';
import { applicationParts } from '../contract.ts';
import { applicationCan } from '../rules.ts';
import { narrowedAddress, showFilter, statusFilter } from './application-list.ts';
import { CaseDocuments } from './case-documents.tsx';
import { caseKeys, takeBackLetter } from './case-keys.ts';
import { caseQuery, useHasLoadedOpenCases, useLease, useOpenCases, withLease } from './case-queries.ts';
import { CaseQueueStrip } from './case-queue-strip.tsx';
import { CaseView } from './case-view.tsx';
import type { Decided } from './decisions.ts';
import { decisionTakenBack, TakeBackDecision } from './take-back-offers.tsx';
import { useAdvance } from './use-advance.ts';
import { type QueueRequest, useCaseQueue } from './use-case-queue.ts';
import classes from './verify-applications-page.module.css';

const nothingDecided: ReadonlyMap<string, Decided> = new Map();

/** /case-worker/verify: the list's search and order as a queue, one case at a time, decided by keys. */
export function VerifyApplicationsPage() {
  const { staffId } = useSession();
  const college = useCollegeFilter();
  const filters = useMemo(() => ({ ...statusFilter, ...showFilter, collegeId: college }), [college]);
  const { address, open } = useListAddress(manageApplicationsLayout, filters);
  const queryClient = useQueryClient();
  const { search, sort } = address;
  const { status, show, collegeId: ofCollege } = address.filters;
  const collegeId = ofCollege === 'all' ? undefined : ofCollege;
  const request = useMemo(() => ({ search, sort, collegeId, show }), [search, sort, collegeId, show]);
  const go = useCallback(
    (id: string | null) => {
      if (id !== null) open(id, 'replace');
    },
    [open],
  );
  const queue = useCaseQueue(request, address.open);
  const openCases = useOpenCases();
  const [decided, setDecided] = useState(nothingDecided);
  /** Of the last decision, or that it was taken back. */
  const [lastWords, setLastWords] = useState('');
  const [endedBehind, setEndedBehind] = useState<string | null>(null);
  /** The decided case after which loading the queue failed: left once that is loaded, by whomever. */
  const [stuckBehind, setStuckBehind] = useState<string | null>(null);
  const { currentId, advanceTo } = useCurrentCase(address.open, go);
  const { first, findNext, findNeighbour } = useAdvance({
    queue,
    currentId,
    actorId: staffId,
    decided,
    openCases,
  });
  const waiting = useWaitingCount(request, decided.size);
  const isNarrow = useMediaQuery('(max-width: 62em)', undefined, { getInitialValueInEffect: false });
  const current = useQuery({ ...caseQuery(currentId ?? ''), enabled: currentId !== undefined });
  const isAtEnd =
    queue.failure === null && (currentId === undefined ? first === null : endedBehind === currentId);
  const isFree =
    current.data !== undefined &&
    applicationCan.open(withLease(current.data.application, openCases), staffId) === true;
  useLease(isFree && currentId !== undefined ? currentId : null);

  // Waits for the open cases, because the first case may be a colleague's; once shown, a case stays.
  const knowsOpenCases = useHasLoadedOpenCases();
  useEffect(() => {
    if (currentId === undefined && first !== null && knowsOpenCases) open(first, 'replace');
  }, [currentId, first, open, knowsOpenCases]);

  async function advance(done: Decided): Promise<void> {
    const { id } = done.application;
    setDecided((earlier) => new Map(earlier).set(id, done));
    setLastWords(done.words);
    await goOnBehind(id);
  }

  async function goOnBehind(id: string): Promise<void> {
    try {
      const next = await findNext(id);
      setStuckBehind(null);
      if (next === null) setEndedBehind(id);
      else advanceTo(next);
    } catch {
      setStuckBehind(id);
    }
  }

  const goOn = useEffectEvent(goOnBehind);
  const isStuck = stuckBehind !== null && stuckBehind === currentId && queue.failure === null;
  useEffect(() => {
    if (isStuck) void goOn(stuckBehind);
  }, [isStuck, stuckBehind]);

  useShortcuts([
    { codes: ['KeyJ', 'ArrowDown'], withShift: false, run: () => go(findNeighbour(1)) },
    { codes: ['KeyK', 'ArrowUp'], withShift: false, run: () => go(findNeighbour(-1)) },
  ]);
  useScreenKeys(caseKeys);

  /** The case is shown again, as it waits again. */
  function goBackTo({ id, candidateName }: Decided['application']): void {
    setDecided((earlier) => new Map([...earlier].filter(([decidedId]) => decidedId !== id)));
    setLastWords(decisionTakenBack(candidateName));
    setEndedBehind(null);
    void queryClient.invalidateQueries({ queryKey: caseQuery(id).queryKey });
    go(id);
  }

  const last = [...decided.values()].at(-1);
  const listAddress = narrowedAddress(paths.caseWorker.manageApplication, {
    ...{ search, sort, status, show },
    collegeId: ofCollege,
  });
  const narrowing = [
    show.startsWith('to_verify_') && applicationParts[show],
    search && t`Those that match '${search}'`,
    collegeId && college.options.find(({ value }) => value === collegeId)?.label,
  ];
  const shown = queue.rows.filter((row) => row.status === 'received' && !decided.has(row.id)).length;
  const strip = (
    <CaseQueueStrip
      rows={queue.rows}
      currentId={currentId}
      actorId={staffId}
      decided={decided}
      openCases={openCases}
      more={queue.hasMore === false ? 0 : waiting && Math.max(1, waiting - shown)}
      onOpen={go}
    />
  );
  return (
    <div className={classes.screen}>
      <div className={classes.head}>
        <PageHeader
          title={t`Verify applications`}
          description={<span data-last-decision>{lastWords || narrowing.filter(Boolean).join(', ')}</span>}
          actions={
            <>
              {last && last.decision !== 'verify' && (
                <TakeBackDecision
                  key={last.application.id}
                  id={last.application.id}
                  letter={takeBackLetter}
                  onDone={() => goBackTo(last.application)}
                />
              )}
              {waiting !== null && (
                <Text size="sm" c="dimmed" component="span">
                  {t`${formatCount(waiting)} waiting`}
                </Text>
              )}
              <ToolbarButton label={t`Back to the list`} icon={IconArrowLeft} to={listAddress} />
              <ActionIcon
                variant="default"
                size="lg"
                aria-label={t`Keys of this screen`}
                aria-keyshortcuts={ariaKeys(...shellKeys.help.keys)}
                title={t`Keys of this screen (?)`}
                onClick={() => keysShown.set(true)}
              >
                <IconKeyboard size={18} aria-hidden />
              </ActionIcon>
            </>
          }
        />
      </div>
      {queue.failure != null && <ErrorNotice error={queue.failure} onRetry={queue.retry} />}
      <div className={classes.columns}>
        {!isNarrow && strip}
        {isAtEnd && !queue.isLoading ? (
          <div className={classes.wide}>
            <EmptyState message={t`Nothing more waits for your decision here.`}>
              {first !== null && (
                <Button variant="default" onClick={() => go(first)}>
                  {t`Go to the first that waits`}
                </Button>
              )}
            </EmptyState>
          </div>
        ) : current.data ? (
          <>
            <CaseView found={current.data} actorId={staffId} openCases={openCases} onDecided={advance} />
            <CaseDocuments application={current.data.application} />
          </>
        ) : (
          <div className={classes.wide}>
            {current.error ? (
              <ErrorNotice error={current.error} onRetry={() => void current.refetch()} />
            ) : (
              queue.failure === null && <Loading />
            )}
          </div>
        )}
        {isNarrow && strip}
      </div>
      <VisuallyHidden role="status">{lastWords}</VisuallyHidden>
    </div>
  );
}

/** The case that is shown. The next one shows at once; the address follows some frames later. */
function useCurrentCase(openId: string | undefined, go: (id: string) => void) {
  const [ahead, setAhead] = useState<{ of: string | undefined; id: string } | null>(null);
  if (ahead !== null && ahead.of !== openId) setAhead(null);
  const advanceTo = (id: string) => {
    setAhead({ of: openId, id });
    go(id);
  };
  return { currentId: ahead !== null && ahead.of === openId ? ahead.id : openId, advanceTo };
}

/**
 * How many wait. Decisions made here are subtracted locally: the key belongs to the queue, which is refetched on
 * colleagues' events and not after one's own decisions.
 */
function useWaitingCount({ sort: _, ...narrowed }: QueueRequest, decidedCount: number): number | null {
  const { data } = useQuery({
    queryKey: [api.caseDesk.listCaseQueue.key()[0], { counted: narrowed }],
    queryFn: async ({ signal }) => {
      const { count } = await client.applications.countApplications(
        { ...narrowed, status: 'received' },
        { signal },
      );
      return { count, decidedCount };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ? Math.max(0, data.count - (decidedCount - data.decidedCount)) : null;
}
