import { Button, type ButtonProps, Group, Text } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { t } from '#shared/words.ts';

/** A real link (middle click, copy link) that the router follows without reloading the page. */
export function useLinkProps(to: string): { href: string; onClick: (event: MouseEvent) => void } {
  const navigate = useNavigate();
  return {
    href: to,
    onClick: (event) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      void navigate({ href: to });
    },
  };
}

/** Opens a PDF from the server in a new tab, to be printed from there. */
export function PdfLink(props: ButtonProps & { href: string }) {
  return (
    <Group gap="xs">
      <Button
        component="a"
        target="_blank"
        rel="noopener"
        leftSection={<IconFileTypePdf size={16} aria-hidden />}
        {...props}
      />
      <PrintSize />
    </Group>
  );
}

/** Beside each file for a printer: not every viewer heeds the file's own preferences. */
export function PrintSize() {
  return (
    <Text span size="xs" c="dimmed">
      {printSize()}
    </Text>
  );
}

export function printSize(): string {
  return t`Print at 100 %, single-sided.`;
}
