import type { Access } from '#platform/server/access-log.ts';
import { actorOf, type RequestContext } from '#platform/server/context.ts';

/** Records in the access log that a person viewed a file with personal data. */
export function recordView(
  context: RequestContext,
  kind: 'file_viewed' | 'document_viewed' | 'thumbnails_viewed',
  record?: Access['record'],
): void {
  const { id, name } = actorOf(context);
  context.services.accessLog.record({ kind, who: { id, name }, network: context.ip, record });
}
