import { Anchor } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { fileAddress } from '#platform/web/components/values.tsx';
import { type DeclaredFields, textOfField } from '#shared/declared-field.ts';
import { formatRupees } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import classes from './differences.module.css';

type Values = Readonly<Record<string, unknown>> | null;

/** Labels for colleges and papers, which declare no fields, and for the reason of a rejection. */
const otherLabels: Readonly<Record<string, string>> = {
  code: t`Code`,
  name: t`Name`,
  contactNumber: t`Contact number`,
  address: t`Address`,
  convocationFee: t`Convocation Fee`,
  email: t`Email Id`,
  colour: t`Colour`,
  warnBelow: t`Warn below`,
  remark: t`Remark`,
};

/** The label of a field, or its name if nothing declares it. */
export function labelOfField(fields: DeclaredFields, name: string): string {
  return fields[name]?.label ?? otherLabels[name] ?? name;
}

/** The differing fields with old and new value; for a new entry its values. */
export function Differences(props: { fields: DeclaredFields; before: Values; after: Values }) {
  const { fields, before, after } = props;
  const given = new Set(Object.keys({ ...before, ...after }));
  const names = [...Object.keys(fields), ...Object.keys(otherLabels)].filter((name) => given.delete(name));
  const lines = names.map((name) => ({
    name,
    old: sideOf(fields, name, before),
    now: sideOf(fields, name, after),
  }));
  return (
    <DifferenceLines
      lines={lines
        .filter(({ old, now }) => old.text !== '' || now.text !== '')
        .map(({ name, old, now }) => ({
          name,
          label: labelOfField(fields, name),
          before: before && <Shown isFile={fields[name]?.kind === 'file'} side={old} />,
          after: after && <Shown isFile={fields[name]?.kind === 'file'} side={now} />,
        }))}
    />
  );
}

/** `Subject: Electronics → Electronics and Communication`, line by line; a missing side is left out. */
export function DifferenceLines(props: {
  lines: readonly { name: string; label: string; before: ReactNode; after: ReactNode }[];
}) {
  return (
    <ul className={`plain-list ${classes.lines}`}>
      {props.lines.map(({ name, label, before, after }) => (
        <li key={name}>
          <span className={classes.label}>{label}:</span>{' '}
          {before && (
            <>
              <del>{before}</del>
              {after && <IconArrowRight className={classes.arrow} size={14} aria-label={t`becomes`} />}
            </>
          )}
          {after}
        </li>
      ))}
    </ul>
  );
}

type Side = { text: string; value: unknown };

/** A new entry has no old side, a deleted one no new side. */
function sideOf(fields: DeclaredFields, name: string, values: Values): Side {
  const value = values?.[name];
  const isAmount = fields[name]?.kind === 'rupees' || name === 'convocationFee';
  if (isAmount && typeof value === 'number') return { value, text: formatRupees(value) };
  return { value, text: value === undefined ? '' : textOfField(fields, name, value) };
}

/** A file's value is its id; the link opens it. */
function Shown({ isFile, side }: { isFile: boolean; side: Side }) {
  if (side.text === '') return <>{t`(empty)`}</>;
  if (!isFile) return <>{side.text}</>;
  return (
    <Anchor size="sm" href={fileAddress(String(side.value))} target="_blank" rel="noopener">
      {t`Picture`}
    </Anchor>
  );
}
