import { Anchor, Button, Text, Title } from '@mantine/core';
import { IconChecklist } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Fragment, type ReactNode, useEffect } from 'react';
import { api, client } from '#features/client.ts';
import { useSession } from '#platform/web/api/session.ts';
import { useLinkProps } from '#platform/web/components/links.tsx';
import { Loading } from '#platform/web/components/loading.tsx';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { thumbnailAddress } from '#platform/web/components/values.tsx';
import { formatAge } from '#shared/age.ts';
import { formatCount, formatRupees } from '#shared/format.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import type { Case } from '../case-desk-contract.ts';
import type { ApplicationFilters } from '../contract.ts';
import { differencesOf } from '../master-comparison.ts';
import { applicationCan } from '../rules.ts';
import { narrowedAddress } from './application-list.ts';
import { caseQuery, useHasLoadedOpenCases, useOpenCases, withLease } from './case-queries.ts';
import { CaseQueueStrip } from './case-queue-strip.tsx';
import type { Decided } from './decisions.ts';
import classes from './queue-head.module.css';

type Show = ApplicationFilters['show'];
type Narrowed = { show: Show; collegeId: string | undefined };

/** The figures of the queue, each with the rows that it counts. */
const figures: readonly { show: Show; words: (count: number) => string }[] = [
  { show: 'to_verify_late', words: (count) => t`${formatCount(count)} over 30 days` },
  {
    show: 'to_verify_differing',
    words: (count) => (count === 1 ? t`1 differs from master` : t`${formatCount(count)} differ from master`),
  },
  { show: 'to_verify_short', words: (count) => t`${formatCount(count)} fee short` },
];

/** How many cases are shown besides the first. */
const shownNext = 3;
const nothingDecided: ReadonlyMap<string, Decided> = new Map();

/** The queue above the case worker's list, with its first case. It is leased only when it is opened. */
export function QueueHead({ show, collegeId }: { show: Show; collegeId: string }) {
  const { staffId } = useSession();
  const navigate = useNavigate();
  const openCases = useOpenCases();
  const knowsOpenCases = useHasLoadedOpenCases();
  const narrowed = { show, collegeId: collegeId === 'all' ? undefined : collegeId };
  const queue = useFirstRows(narrowed);
  const counts = useFigures(narrowed);
  const rows = queue.data;
  const first = rows?.find((row) => applicationCan.open(withLease(row, openCases), staffId) === true);
  const found = useQuery({ ...caseQuery(first?.id ?? ''), enabled: first !== undefined && knowsOpenCases });
  const verifyAddress = (open: string) =>
    narrowedAddress(paths.caseWorker.verifyApplications, { show, collegeId, open });
  useEffect(() => {
    // Opening a case shows its receipt at once.
    if (found.data) void import('#platform/web/components/document/pdf-pages.ts');
  }, [found.data]);
  const failure = queue.error ?? counts.error ?? found.error;
  return (
    <section className={`panel unprinted ${classes.head}`} aria-label={t`Queue`} aria-busy={queue.isPending}>
      <div className={classes.figures}>
        <Figures counts={counts.data} collegeId={collegeId} />
      </div>
      {failure && <ErrorNotice error={failure} onRetry={() => void queue.refetch()} />}
      {rows && knowsOpenCases && !first && (
        <Text size="sm" c="dimmed">{t`Nothing more waits for your decision here.`}</Text>
      )}
      {!failure && !rows && <Loading size="sm" />}
      {rows && first && (
        <div className={classes.columns}>
          {found.data?.application.id === first.id && (
            <FirstCase found={found.data} to={verifyAddress(first.id)} />
          )}
          <div className={classes.next} hidden={rows.length < 2}>
            <CaseQueueStrip
              rows={rows.filter(({ id }) => id !== first.id).slice(0, shownNext)}
              currentId={undefined}
              actorId={staffId}
              decided={nothingDecided}
              openCases={openCases}
              more={null}
              onOpen={(id) => void navigate({ href: verifyAddress(id) })}
            />
          </div>
        </div>
      )}
    </section>
  );
}

/** Refetched with what waits, after everybody's decisions; not kept, so that no decided case is shown first. */
const likeWaiting = { placeholderData: keepPreviousData, gcTime: 0 };
const [waitingKey] = api.waiting.listWaiting.key();

function useFirstRows(narrowed: Narrowed) {
  return useQuery({
    ...likeWaiting,
    queryKey: [waitingKey, { queue: narrowed }],
    queryFn: async ({ signal }) =>
      (await client.caseDesk.listCaseQueue({ ...narrowed, limit: 10 }, { signal })).rows,
  });
}

/** How many wait, and how many by each figure. */
function useFigures({ collegeId }: Narrowed) {
  return useQuery({
    ...likeWaiting,
    queryKey: [waitingKey, { figuresOf: collegeId }],
    queryFn: ({ signal }) =>
      Promise.all(
        (['to_verify', ...figures.map(({ show }) => show)] as const).map(
          async (show) =>
            (await client.applications.countApplications({ show, collegeId }, { signal })).count,
        ),
      ),
  });
}

/** `58 waiting: 12 over 30 days · 3 differ from master · 2 fee short`. */
function Figures({ counts, collegeId }: { counts: readonly number[] | undefined; collegeId: string }) {
  if (!counts) return null;
  const [waiting = 0, ...parts] = counts;
  const told = figures
    .map(({ show, words }, index) => ({ show, count: parts[index]!, words }))
    .filter(({ count }) => count > 0);
  return (
    <>
      <FigureLink show="to_verify" collegeId={collegeId}>
        {t`${formatCount(waiting)} waiting`}
      </FigureLink>
      {told.map(({ show, count, words }, index) => (
        <Fragment key={show}>
          {index === 0 ? ': ' : ' · '}
          <FigureLink show={show} collegeId={collegeId}>
            {words(count)}
          </FigureLink>
        </Fragment>
      ))}
    </>
  );
}

function FigureLink(props: { show: Show; collegeId: string; children: ReactNode }) {
  const { children, ...narrowed } = props;
  const link = useLinkProps(narrowedAddress(paths.caseWorker.manageApplication, narrowed));
  return (
    <Anchor {...link} inherit c="inherit" underline="always">
      {children}
    </Anchor>
  );
}

function FirstCase({ found, to }: { found: Case; to: string }) {
  const { application, student } = found;
  const { pendingAmount, totalAmount } = application;
  const differing = differencesOf(application, student).map(({ label }) => label);
  const facts = [
    [t`Registration number`, application.registrationNumber],
    [t`Exam roll number`, application.examRollNumber],
    [
      t`College`,
      <span key="college" title={application.collegeName}>
        {application.collegeCode}
      </span>,
    ],
    [t`Days waiting`, formatAge(application.waitingSince)],
    [t`Student master`, masterState(student !== null, differing)],
    [
      t`Fee`,
      pendingAmount > 0
        ? t`${formatRupees(pendingAmount)} of ${formatRupees(totalAmount)} pending`
        : t`${formatRupees(totalAmount)} paid`,
    ],
  ] as const;
  return (
    <article className={classes.first} aria-labelledby="first-case">
      <img
        className={classes.photo}
        src={thumbnailAddress(application.photo.id)}
        alt={application.candidateName}
      />
      <Title order={2} size="h4" id="first-case">
        {application.candidateName}
      </Title>
      <Button component="a" leftSection={<IconChecklist size={16} aria-hidden />} {...useLinkProps(to)}>
        {t`Verify`}
      </Button>
      <dl className={`facts ${classes.facts}`}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </article>
  );
}

function masterState(isKnown: boolean, differing: readonly string[]): string {
  if (!isKnown) return t`Not in the student master`;
  if (differing.length > 2) return t`${formatCount(differing.length)} fields differ`;
  return differing.length === 0 ? t`No differences` : t`Differs: ${differing.join(', ')}`;
}
