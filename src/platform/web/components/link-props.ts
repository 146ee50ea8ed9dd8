import { useNavigate } from '@tanstack/react-router';
import type { MouseEvent } from 'react';

/** A real link (middle click, copy address) that the router follows without loading the page anew. */
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
