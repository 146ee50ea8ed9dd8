import { useState } from 'react';
import { useAddressChoice } from '#platform/web/components/page-address.ts';

/** The moment in the URL; by default that of opening the page. */
export function useMoment() {
  const [opened] = useState(() => new Date().toISOString());
  const [chosen, choose] = useAddressChoice('at');
  return [chosen ?? opened, choose] as const;
}
