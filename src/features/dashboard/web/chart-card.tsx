import { Box, Button, Group, Paper, Skeleton, Table, type TableProps, Text, Title } from '@mantine/core';
import { IconChartBar, IconDownload, IconTable } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { ActionButton } from '#platform/web/components/action-button.tsx';
import { useAddressChoice } from '#platform/web/components/page-address.ts';
import { TextLink } from '#platform/web/components/text-link.tsx';
import { t } from '#shared/words.ts';
import type { FigureName } from '../rules.ts';
import { saveImage } from './chart-image.ts';
import classes from './dashboard.module.css';
import { FigureHelp } from './figure-help.tsx';

/** A chart that can be shown as a table; the choice is in the address under `name`. */
export function ChartCard<Figures>(props: {
  name: string;
  title: string;
  /** The figure whose definition the (i) shows. */
  figure: FigureName;
  controls?: ReactNode;
  /** A note about the figures. */
  note?: string | undefined;
  /** Undefined while loading or after an error. */
  figures: Figures | undefined;
  error?: ReactNode;
  chart: (figures: Figures) => ReactNode;
  table: (figures: Figures) => ReactNode;
  /** The chart as an image file. */
  image: (figures: Figures) => { name: string; canvas: HTMLCanvasElement };
}) {
  const { figures } = props;
  const titleId = useId();
  const [shown, show] = useAddressChoice(props.name);
  const isTable = shown === 'table';
  const draw = isTable ? props.table : props.chart;
  return (
    <Paper withBorder component="section" className={classes.card} aria-labelledby={titleId}>
      <Group gap="0.25rem 0.5rem" mih={30}>
        <Title order={2} id={titleId} className={classes.cardTitle}>
          {props.title}
        </Title>
        <FigureHelp name={props.figure} hasTrend={false} />
        {props.controls && <Box ml="auto">{props.controls}</Box>}
      </Group>
      {props.note && (
        <Text size="xs" c="dimmed" role="note">
          {props.note}
        </Text>
      )}
      <div className={classes.cardBody}>
        {figures ? draw(figures) : (props.error ?? <Skeleton h={216} />)}
      </div>
      <Group gap={4} mx={-8} mb={-4}>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={isTable ? <IconChartBar size={16} aria-hidden /> : <IconTable size={16} aria-hidden />}
          onClick={() => show(isTable ? null : 'table')}
        >
          {isTable ? t`Chart` : t`Table`}
        </Button>
        <ActionButton
          variant="subtle"
          size="compact-sm"
          leftSection={<IconDownload size={16} aria-hidden />}
          reason={figures ? null : t`The figures are still on their way.`}
          onClick={() => figures && saveImage(props.image(figures))}
        >
          {t`Download PNG`}
        </ActionButton>
      </Group>
    </Paper>
  );
}

type ChartTableProps = TableProps & {
  caption: string;
  /** The first column names the rows; the others contain numbers. */
  head: readonly string[];
  /** `to` links to the rows behind the numbers. */
  rows: readonly { name: string; to: string | null; numbers: readonly string[] }[];
};

/** A chart's figures as a table. */
export function ChartTable({ caption, head, rows, ...table }: ChartTableProps) {
  return (
    <Table className={classes.table} captionSide="top" {...table}>
      <Table.Caption>{caption}</Table.Caption>
      <Table.Thead>
        <Table.Tr>
          {head.map((header, index) => (
            <Table.Th key={header} scope="col" ta={index > 0 ? 'right' : undefined}>
              {header}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ name, to, numbers }) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" fw={400}>
              {to === null ? (
                name
              ) : (
                <TextLink c="inherit" to={to}>
                  {name}
                </TextLink>
              )}
            </Table.Th>
            {numbers.map((number, index) => (
              <Table.Td key={head[index + 1]} ta="right">
                {number}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
