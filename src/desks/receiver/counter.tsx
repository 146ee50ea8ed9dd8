import { Button, Loader, Popover, Stack, Text, TextInput } from '@mantine/core';
import { IconScan } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type KeyboardEvent, useState } from 'react';
import { returnReasonLabels } from '#features/applications/decision-contract.ts';
import { applicationCan, readAcknowledgement } from '#features/applications/rules.ts';
import { applicationStatusLabels } from '#features/applications/states.ts';
import { certificateOf, mayHandOver } from '#features/applications/web/decision-bar.tsx';
import { HandOverDialog } from '#features/applications/web/hand-over-dialog.tsx';
import { certificateCan } from '#features/certificates/rules.ts';
import { api, client } from '#features/client.ts';
import type { SearchHit } from '#features/search/contract.ts';
import { WaitingItems } from '#features/waiting/web/waiting-items.tsx';
import { useSession } from '#platform/web/api/session.ts';
import { useOpenRecord } from '#platform/web/components/page-address.ts';
import { TextLink } from '#platform/web/components/text-link.tsx';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { useScanner } from '#platform/web/components/use-scanner.ts';
import { stringifySearch } from '#platform/web/search-params.ts';
import { choiceInWords } from '#shared/choice-lists.ts';
import { errorSentence } from '#shared/errors.ts';
import { formatDay } from '#shared/format.ts';
import { paths } from '#shared/paths.ts';
import { linkTo, stateInWords } from '#shared/record-kinds.ts';
import { translateLabel } from '#shared/translate-label.ts';
import { bareNumber } from '#shared/typed-number.ts';
import { t } from '#shared/words.ts';
import classes from './counter.module.css';

const desk = paths.applicationReceiver;

/** At the head of the counter: one field for whatever a candidate holds out, and beside it what waits. */
export function Counter() {
  return (
    <div className={`unprinted ${classes.counter}`}>
      <CounterField />
      <div className={classes.waiting}>
        <WaitingItems />
        <ReturnedToMe />
        <DueDrafts />
      </div>
    </div>
  );
}

type Answer = { sentence?: string; hits?: readonly SearchHit[]; error?: unknown };

/** Searches as the palette does, and goes on with what it finds: to the correction, the hand-over, the record or a new form. */
function CounterField() {
  const { role } = useSession();
  const navigate = useNavigate();
  const openHere = useOpenRecord();
  const { open: isOpen } = useSearch({ strict: false }) as { open?: string };
  const [text, setText] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [answer, setAnswer] = useState<Answer>({});
  const [handedOver, setHandedOver] = useState<ReturnType<typeof certificateOf> | null>(null);
  const { hits = [] } = answer;

  async function attempt(act: () => Promise<unknown>): Promise<void> {
    if (isBusy) return;
    setIsBusy(true);
    setAnswer({});
    await act().catch((error: unknown) => setAnswer({ error }));
    setIsBusy(false);
  }

  async function take(typed: string): Promise<void> {
    if (typed === '') return;
    const found = await client.search.findRecords({ q: typed });
    const exact = found.hits.filter(({ match }) => match === 'exact');
    const [only] = exact;
    if (only && exact.length === 1) await open(only);
    else if (found.hits.length > 0) setAnswer({ hits: only ? exact : found.hits });
    else await begin(typed);
  }

  async function open(hit: SearchHit): Promise<unknown> {
    // Not what was typed since.
    setText((now) => (now === text ? '' : now));
    const { id } = hit;
    if (hit.kind === 'application') {
      const application = await client.applications.getApplication({ id });
      if (application.status === 'returned' && applicationCan.correct(application) === true)
        return navigate({ href: desk.correctApplication(id) });
      if (mayHandOver(application) === true) return setHandedOver(certificateOf(application));
      const state = translateLabel(applicationStatusLabels[application.status]);
      setAnswer({ sentence: `${application.candidateName}: ${state}` });
      return openHere(id);
    }
    if (hit.kind === 'certificate') {
      const certificate = await client.certificates.getCertificate({ id });
      if (certificateCan.handOver(certificate) === true)
        return setHandedOver({ id, convocationNumber: hit.number, studentName: hit.title });
    }
    if (hit.kind === 'draft') {
      const { allocations } = await client.demandDrafts.getDraft({ id });
      const [only] = allocations;
      // It came back with the application that it pays for.
      if (only?.status === 'returned' && allocations.length === 1)
        return navigate({ href: desk.correctApplication(only.applicationId) });
    }
    const path = linkTo(hit, role, 'receiver');
    return path && navigate({ href: path });
  }

  /** A number that nothing has yet: of a candidate, or of a draft. */
  async function begin(typed: string): Promise<unknown> {
    const number = bareNumber(typed);
    const acknowledgementNumber = readAcknowledgement(number);
    if (/^(?:ack|https?:)/i.test(number) && acknowledgementNumber !== null)
      return setAnswer({ sentence: errorSentence('applications.unknown_number', { acknowledgementNumber }) });
    if (!/\d/.test(number) || /^https?:/i.test(number) || number.length > 30)
      return setAnswer({
        sentence: t`Nothing was found for '${typed}'. Enter a whole number, or three letters of a name.`,
      });
    const [student] = await client.students.findStudents({ number });
    const [, draft] = /^(?:dd)?[\s#-]*(\d{6})$/i.exec(number) ?? [];
    const isRoll = student ? student.examRollNumber === number : /^\d+$/.test(number);
    const filled = !student && draft ? { draft } : isRoll ? { roll: number } : { registration: number };
    return navigate({ href: desk.newApplication + stringifySearch(filled) });
  }

  useScanner({ accepts: () => true, onScan: (scanned) => void attempt(() => take(scanned.trim())) });

  return (
    <div>
      <Popover
        opened={hits.length > 0}
        onDismiss={() => setAnswer({})}
        position="bottom-start"
        width="target"
        trapFocus
        returnFocus
        withRoles={false}
        shadow="md"
      >
        <Popover.Target>
          <TextInput
            label={t`Registration, roll, ACK, DD or scan`}
            size="lg"
            // Not under a record that is open, nor under a phone's keyboard.
            autoFocus={isOpen === undefined && window.matchMedia('(pointer: fine)').matches}
            data-takes-scans
            autoComplete="off"
            spellCheck={false}
            maxLength={300}
            leftSection={<IconScan size={20} aria-hidden />}
            rightSection={isBusy && <Loader size="xs" aria-hidden />}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            onKeyDown={(event: KeyboardEvent) => {
              // No number begins with it: it goes to the list's search, as on every list.
              if (event.key === '/' && text === '') {
                event.preventDefault();
                document.querySelector<HTMLElement>('[enterkeyhint="search"]')?.focus();
              }
              if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.repeat) return;
              event.preventDefault();
              void attempt(() => take(text.trim()));
            }}
          />
        </Popover.Target>
        <Popover.Dropdown p="xs">
          <Stack gap={2} role="group" aria-label={t`Found`}>
            {hits.map((hit) => (
              <Button
                key={hit.id}
                variant="subtle"
                size="compact-sm"
                justify="start"
                ta="start"
                onClick={() => void attempt(() => open(hit))}
              >
                {[hit.number, hit.title, hit.note, stateInWords(hit)].filter(Boolean).join(' · ')}
              </Button>
            ))}
            {/\d/.test(text) && hits.every(({ match }) => match !== 'exact') && (
              <Button
                variant="default"
                size="compact-sm"
                justify="start"
                ta="start"
                onClick={() => void attempt(() => begin(text.trim()))}
              >
                {t`New application with ${text.trim()}`}
              </Button>
            )}
          </Stack>
        </Popover.Dropdown>
      </Popover>
      <Text size="sm" mt={4} role="status" style={{ overflowWrap: 'anywhere' }}>
        {answer.sentence}
      </Text>
      {answer.error != null && <ErrorNotice error={answer.error} />}
      {handedOver && (
        <HandOverDialog
          certificate={handedOver}
          newBundlePath={desk.newBundle}
          onClose={() => setHandedOver(null)}
        />
      )}
    </div>
  );
}

/** The returned applications that wait longest, with what is wrong; each leads to its correction. */
function ReturnedToMe() {
  const { staffId } = useSession();
  const input = { status: 'returned', receivedBy: staffId, sort: 'waitingSince', limit: 3 } as const;
  const { data } = useQuery(api.applications.listApplications.queryOptions({ input }));
  if (!data || data.rows.length === 0) return null;
  return (
    <section aria-label={t`Returned to me`}>
      <ul className="plain-list">
        {data.rows.map((row) => {
          const reasons = row.returnReasons.map((reason) => choiceInWords(returnReasonLabels, reason));
          return (
            <li key={row.id} className={classes.line} title={reasons.join('; ')}>
              <TextLink inherit c="inherit" to={desk.correctApplication(row.id)}>
                {row.candidateName}
              </TextLink>
              {reasons.length > 0 && `: ${reasons.join('; ')}`}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The drafts that have to reach the bank first, with the day until which they are valid. */
function DueDrafts() {
  const input = { show: 'without_slip', sort: 'validUntil', limit: 3 } as const;
  const { data } = useQuery(api.demandDrafts.listDrafts.queryOptions({ input }));
  if (!data || data.rows.length === 0) return null;
  const list = desk.demandDrafts + stringifySearch({ show: input.show, sort: input.sort });
  return (
    <section className={classes.line} aria-label={t`Drafts to be deposited`}>
      <TextLink inherit c="inherit" to={list}>{t`Drafts to be deposited`}</TextLink>
      {': '}
      <ul className={`plain-list ${classes.drafts}`}>
        {data.rows.map((draft) => (
          <li key={draft.id}>{t`${draft.number} until ${formatDay(draft.validUntil)}`}</li>
        ))}
      </ul>
    </section>
  );
}
