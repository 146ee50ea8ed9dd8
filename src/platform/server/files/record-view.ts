import type { Access } from '#platform/server/access-log.ts';
import { actorOf, type RequestContext } from '#platform/server/context.ts';

/** Notes in the access log that somebody looked at personal data that is a file. */
export function recordView(
  context: RequestContext,
  kind: 'file_viewed' | 'document_viewed' | 'thumbnails_viewed',
  record?: Access['record'],
): void {
  const { id, name } = actorOf(context);
  context.services.accessLog.record({ kind, who: { id, name }, network: context.ip, record });
}
