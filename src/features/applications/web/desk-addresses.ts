import { stringifySearch } from '#platform/web/search-params.ts';
import { paths } from '#shared/paths.ts';

/** Search, order and filter, as the list's address has them; the verify screen has the same. */
type Narrowing = { search: string; sort: string | undefined; status: string; open?: string };

/** The verify screen over what the list shows, at one application if it is named. */
export function verifyAddress(narrowing: Narrowing): string {
  return paths.caseWorker.verifyApplications + parameters(narrowing);
}

/** The list as it was left. */
export function listAddress(narrowing: Narrowing): string {
  return paths.caseWorker.manageApplication + parameters(narrowing);
}

function parameters({ search, sort, status, open }: Narrowing): string {
  return stringifySearch({
    q: search || undefined,
    sort,
    status: status === 'all' ? undefined : status,
    open,
  });
}
