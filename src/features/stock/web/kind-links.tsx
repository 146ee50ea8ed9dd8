import { Button, type ButtonProps, Group, Text } from '@mantine/core';
import { entryPath } from '#features/masters/master-paths.ts';
import { useLinkProps } from '#platform/web/components/links.tsx';
import { useKindName } from '#platform/web/languages/stock-words.tsx';
import { formatCount } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import type { Paper } from '../blank-contract.ts';

/** Opens the form of a kind of paper or ink: a new one, or the one with this id. */
export function KindLink(props: { of: 'papers' | 'inks'; id?: string } & ButtonProps & LinkName) {
  const { of, id, ...look } = props;
  return <Button component="a" {...look} {...useLinkProps(entryPath(of, 'admin', id))} />;
}

type LinkName = { 'aria-label'?: string };

/** The number of sheets below which screens warn, and where it is changed. */
export function PaperLimit({ paper, mayChange }: { paper: Paper; mayChange: boolean }) {
  const name = useKindName()(paper.name, paper.colour);
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed">
        {t`Warned below ${formatCount(paper.warnBelow)} sheets`}
      </Text>
      {mayChange && (
        <KindLink
          of="papers"
          id={paper.id}
          size="compact-sm"
          variant="subtle"
          aria-label={t`Change the limit of ${name}`}
        >
          {t`Change`}
        </KindLink>
      )}
    </Group>
  );
}
