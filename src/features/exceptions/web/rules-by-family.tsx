import { Table, Text } from '@mantine/core';
import { Section } from '#platform/web/components/page.tsx';
import { type PlainColumns, PlainTable } from '#platform/web/components/plain-table.tsx';
import { TextLink } from '#platform/web/components/text-link.tsx';
import { badgeOf, Moment } from '#platform/web/components/values.tsx';
import { addMonths, dayInIndia, formatCount, formatMonth } from '#shared/format.ts';
import { namesOf } from '#shared/labels.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { type ExceptionRule, familyLabels, severityLabels } from '../contract.ts';
import classes from './rules-by-family.module.css';

/** A table for each family that has a rule, with links to what the rules found. */
export function RulesByFamily({ rules }: { rules: readonly ExceptionRule[] }) {
  const families = namesOf(familyLabels).filter((name) => rules.some(({ family }) => family === name));
  return families.map((name) => (
    <Section key={name} title={familyLabels[name]}>
      <Table.ScrollContainer minWidth={800}>
        <PlainTable
          columns={columns}
          rows={rules.filter(({ family }) => family === name)}
          rowId={(rule) => rule.name}
        />
      </Table.ScrollContainer>
    </Section>
  ));
}

/** Explained ones only where there are no others: the list would be empty. */
function hitsOf({ name, counts }: ExceptionRule): string {
  const isAllExplained = counts.explained > 0 && counts.new + counts.open + counts.lapsed === 0;
  return paths.auditor.exceptionHits(name) + (isAllExplained ? '?state=explained' : '');
}

const SeverityBadge = badgeOf(severityLabels, { control: 'bad', risk: 'waiting', look: 'neutral' });

const columns: PlainColumns<ExceptionRule> = {
  title: {
    header: t`Rule`,
    render: (rule) => (
      <>
        <TextLink to={hitsOf(rule)}>{rule.title}</TextLink>
        <Text size="xs">{rule.meaning}</Text>
      </>
    ),
  },
  severity: { header: t`Severity`, render: ({ severity }) => <SeverityBadge state={severity} /> },
  fresh: { header: t`New`, kind: 'number', value: ({ counts }) => counts.new },
  open: { header: t`Open`, kind: 'number', value: ({ counts }) => counts.open },
  lapsed: { header: t`Explanation lapsed`, kind: 'number', value: ({ counts }) => counts.lapsed },
  explained: { header: t`Explained`, kind: 'number', value: ({ counts }) => counts.explained },
  months: { header: t`Twelve months`, render: ({ months }) => <MonthBars months={months} /> },
  oldest: { header: t`Oldest`, kind: 'moment' },
  ranAt: {
    header: t`Last run`,
    render: ({ ranAt, failure }) =>
      failure === null ? <Moment value={ranAt} empty={t`Not yet`} /> : t`Failed: ${failure}`,
  },
};

/** Twelve months as bars, the current one last; as a picture that says its numbers. */
function MonthBars({ months }: { months: readonly number[] }) {
  const top = Math.max(...months, 1);
  const thisMonth = `${dayInIndia(new Date()).slice(0, 7)}-01`;
  const counted = months.map((count, place) => ({
    count,
    month: addMonths(thisMonth, place - 11).slice(0, 7),
  }));
  const words = counted
    .filter(({ count }) => count > 0)
    .map(({ count, month }) => `${formatMonth(month)}: ${formatCount(count)}`);
  const label = words.length > 0 ? words.join(', ') : t`None in twelve months`;
  return (
    <div className={classes.bars} role="img" aria-label={label} title={label}>
      {counted.map(({ count, month }) => (
        <span
          key={month}
          className={classes.bar}
          style={{ height: count > 0 ? `max(${(count / top) * 100}%, 2px)` : 0 }}
        />
      ))}
    </div>
  );
}
