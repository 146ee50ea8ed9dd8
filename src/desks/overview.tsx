import { List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { labelIn } from '#features/audit/columns.ts';
import { lastVerified } from '#features/audit/web/last-verified.ts';
import { bookLabels } from '#features/books/contract.ts';
import { api } from '#features/client.ts';
import {
  type ExceptionRule,
  isBehind,
  type Overview,
  severityLabels,
} from '#features/exceptions/contract.ts';
import { RulesByFamily } from '#features/exceptions/web/rules-by-family.tsx';
import { WaitingItems } from '#features/waiting/web/waiting-items.tsx';
import { Loaded, Notice, PageHeader, Section } from '#platform/web/components/page.tsx';
import { TextLink } from '#platform/web/components/text-link.tsx';
import { stringifySearch } from '#platform/web/search-params.ts';
import { type Counted, nounOf } from '#shared/counted.ts';
import { formatCount, formatDay, formatMoment } from '#shared/format.ts';
import { namesOf } from '#shared/labels.ts';
import { paths } from '#shared/paths.ts';
import { translateLabel } from '#shared/translate-label.ts';
import { t } from '#shared/words.ts';

const { auditor } = paths;

/** Start page of an auditor: what is new, what is open, and what is proven. */
export function OverviewDesk() {
  const overview = useQuery(api.exceptions.getOverview.queryOptions());
  return (
    <Stack gap="lg">
      <PageHeader title={t`Overview`} description={t`What is new, what is open, and what is proven.`} />
      <WaitingItems without={['findings.replied']} />
      <Loaded query={overview}>
        {(found) => (
          <>
            <LastVisit {...found} />
            <RulesByFamily rules={found.rules} />
            <TextLink to={auditor.exceptions}>{t`All rules`}</TextLink>
            {found.proof && <Proof proof={found.proof} books={found.books} />}
          </>
        )}
      </Loaded>
    </Stack>
  );
}

function LastVisit({ since, rules, findings, inOrder }: Overview) {
  const [fresh, lapsed] = [hitsOf(rules, 'new'), hitsOf(rules, 'lapsed')];
  const findingsThat = (state: string) => auditor.findings + stringifySearch({ state });
  const newOf = (one: string) =>
    hitsOf(
      rules.filter(({ severity }) => severity === one),
      'new',
    );
  const severities = namesOf(severityLabels).map((one) => part(severityLabels[one], newOf(one)));
  const bySeverity = severities.filter(Boolean).join(' · ');
  const behind = {
    one: t`rule failed or has not run for two nights`,
    many: t`rules failed or have not run for two nights`,
  };
  const overdue = part(t`Overdue`, findings.overdue);
  const lines: [count: number, noun: Counted, to: string, more?: string][] = [
    [fresh, { one: t`new exception`, many: t`new exceptions` }, auditor.exceptions, bySeverity],
    [lapsed, { one: t`explanation lapsed`, many: t`explanations lapsed` }, auditor.exceptions],
    [rules.filter(isBehind).length, behind, auditor.exceptions],
    [findings.repliesToRead, { one: t`reply to read`, many: t`replies to read` }, findingsThat('replied')],
    [findings.due, { one: t`reply due`, many: t`replies due` }, findingsThat('due'), overdue],
  ];
  return (
    <Section
      title={since === null ? t`Your first visit` : t`New since ${formatMoment(since)}, and still open`}
    >
      {inOrder && <Notice color="green">{t`All is in order since ${formatMoment(inOrder)}.`}</Notice>}
      <List size="sm">
        {lines.map(
          ([count, noun, to, more]) =>
            count > 0 && (
              <List.Item key={noun.one}>
                <TextLink to={to}>{`${formatCount(count)} ${nounOf(count, noun)}`}</TextLink> {more}
              </List.Item>
            ),
        )}
      </List>
    </Section>
  );
}

const hitsOf = (rules: readonly ExceptionRule[], state: 'new' | 'lapsed') =>
  rules.reduce((sum, { counts }) => sum + counts[state], 0);

const part = (label: string, count: number) =>
  count > 0 ? `${translateLabel(label)}: ${formatCount(count)}` : '';

function Proof({ proof, books }: Pick<Overview, 'books'> & { proof: NonNullable<Overview['proof']> }) {
  const { sequence, checkpoint } = proof;
  const verified = lastVerified();
  const later = formatCount(sequence - (checkpoint?.sequence ?? 0));
  return (
    <Section title={t`Proof of the log`}>
      <Text size="sm">
        {checkpoint
          ? t`Proven up to event ${formatCount(checkpoint.sequence)} by the checkpoint of ${formatDay(checkpoint.day)}.`
          : t`Not yet proven by a checkpoint.`}{' '}
        {t`Events since then: ${later}. Tonight's checkpoint will cover them.`}{' '}
        {verified && t`Verified in this browser on ${formatMoment(verified.at)}.`}{' '}
        <TextLink to={auditor.proof}>{t`Proof of the log`}</TextLink>
      </Text>
      <Text size="sm" c={books?.agree === false ? 'red' : undefined}>
        {booksWords(books)} <TextLink to={auditor.books}>{t`Books as of a day`}</TextLink>
      </Text>
    </Section>
  );
}

function booksWords(books: Overview['books']): string {
  if (books === null) return t`The books are compared with the audit log every night; not yet so far.`;
  const at = formatMoment(books.at);
  if (books.agree) return t`The books of the tables agree with the audit log as of ${at}.`;
  const figures = books.differences.map(({ book, figure, tables, events }) => {
    const [name, counted, logged] = [labelIn({}, figure), formatCount(tables), formatCount(events)];
    return t`${translateLabel(labelIn(bookLabels, book))}, ${name}: ${counted} in the tables, ${logged} by the log`;
  });
  return t`The books differ from the audit log as of ${at}: ${figures.join('; ')}.`;
}
