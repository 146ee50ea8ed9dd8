import { Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { formatCount } from '#shared/money.ts';
import { type SheetFormat, sheetFormats } from '#shared/sheet-format.ts';
import { t } from '#shared/words.ts';
import { ActionButton } from '../action-button.tsx';

const sentences: Record<SheetFormat, string> = { csv: t`CSV`, xlsx: t`Excel (XLSX)` };

/** Saves what the list shows now, all of its rows and not only those that were scrolled to. */
export function ExportMenu(props: {
  /** Why nothing can be exported, or null. */
  reason: string | null;
  count: number;
  onExport: (format: SheetFormat) => void;
}) {
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionButton
          variant="default"
          size="sm"
          reason={props.reason}
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {t`Export`}
        </ActionButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {props.count === 1
            ? t`1 row, as searched and filtered now`
            : t`${formatCount(props.count)} rows, as searched and filtered now`}
        </Menu.Label>
        {sheetFormats.map((format) => (
          <Menu.Item key={format} onClick={() => props.onExport(format)}>
            {sentences[format]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
