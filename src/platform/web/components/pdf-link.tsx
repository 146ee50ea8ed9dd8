import { Button, type ButtonProps } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';

/** Opens a PDF of the server in a tab of its own. */
export function PdfLink(props: ButtonProps & { href: string; onClick?: () => void }) {
  return (
    <Button
      component="a"
      target="_blank"
      rel="noopener"
      leftSection={<IconFileTypePdf size={16} aria-hidden />}
      {...props}
    />
  );
}
