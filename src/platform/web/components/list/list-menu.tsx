import { ActionIcon, Menu, Popover } from '@mantine/core';
import { IconBookmark, IconColumns3, IconDots, IconPrinter } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { startExport } from '#platform/web/api/exports.ts';
import { t } from '#shared/words.ts';
import type { ListRequest, ListSource } from '../list.tsx';
import { ColumnPanel } from './column-panel.tsx';
import { ExportItems } from './list-export.tsx';
import type { ListColumns } from './use-list-columns.ts';
import { ViewsPanel } from './views-panel.tsx';

type AnyFilters = Record<string, string>;

export type ListMenuProps<Row> = {
  title: string;
  list: Pick<ListSource<Row, string, AnyFilters>, 'layout' | 'exportOf'>;
  columns: ListColumns<Row>;
  hasViews: boolean;
  isCard: boolean;
  request: ListRequest<string, AnyFilters>;
  /** Why the list cannot be printed or exported just now, or null. */
  reason: string | null;
  rowCount: number;
  onPrint: () => Promise<void>;
};

/** What is rarely done with the list as a whole: saved views, columns, printing and exporting. */
export function ListMenu<Row>(props: ListMenuProps<Row>) {
  const { list, columns, reason, rowCount } = props;
  const [panel, setPanel] = useState<'views' | 'columns' | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setPanel(null);
    button.current?.focus();
  };
  return (
    <Popover
      opened={panel !== null}
      onChange={(isOpen) => isOpen || close()}
      position="bottom-end"
      trapFocus
      // The target is the menu, whose button has roles of its own.
      withRoles={false}
      width="min(24rem, calc(100vw - 2rem))"
    >
      <Popover.Target>
        <span>
          <Menu position="bottom-end" withinPortal onOpen={() => setPanel(null)}>
            <Menu.Target>
              <ActionIcon
                ref={button}
                variant="default"
                size={36}
                aria-label={t`List options`}
                title={t`List options`}
              >
                <IconDots size={18} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {props.hasViews && (
                <Menu.Item
                  leftSection={<IconBookmark size={16} aria-hidden />}
                  onClick={() => setPanel('views')}
                >
                  {t`Views`}
                </Menu.Item>
              )}
              <Menu.Item
                leftSection={<IconColumns3 size={16} aria-hidden />}
                onClick={() => setPanel('columns')}
              >
                {t`Columns`}
              </Menu.Item>
              <Menu.Item
                leftSection={<IconPrinter size={16} aria-hidden />}
                disabled={reason !== null}
                onClick={() => void props.onPrint()}
              >
                {t`Print`}
              </Menu.Item>
              <Menu.Divider />
              <Menu.Label>{t`Export`}</Menu.Label>
              <ExportItems
                reason={reason}
                count={rowCount}
                onRequest={list.layout.onRequest}
                onExport={({ format, further, language }) => {
                  const { layout, input } = list.exportOf(props.request);
                  startExport({
                    title: props.title,
                    list: layout.name,
                    format,
                    language,
                    columns: [...columns.drawn.map(({ key }) => key), ...further],
                    input,
                    rowCount,
                  });
                }}
              />
            </Menu.Dropdown>
          </Menu>
        </span>
      </Popover.Target>
      <Popover.Dropdown
        role="dialog"
        tabIndex={-1}
        aria-label={panel === 'views' ? t`Views` : t`Columns`}
        mah="70dvh"
        style={{ overflowY: 'auto' }}
      >
        {panel === 'views' && (
          <ViewsPanel list={list.layout.name} columns={columns.written} onClose={close} />
        )}
        {panel === 'columns' && <ColumnPanel control={columns} isCard={props.isCard} />}
      </Popover.Dropdown>
    </Popover>
  );
}
