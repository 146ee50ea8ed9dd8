import { actorOf, type RequestContext } from '#platform/server/context.ts';
import { partOf } from '#platform/server/contract-part.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { type RecordKey, recordsContract } from '../contract.ts';
import {
  type FindRecord,
  findApplicationRecord,
  findCertificateRecord,
  findDraftRecord,
  findRunRecord,
  getPersonRecord,
  pageOf,
} from './records.ts';
import { findSheetRecord } from './sheet-record.ts';

/** What a person may read depends on the role as well as the scope. */
function read(find: FindRecord) {
  return async (context: RequestContext, { key }: { key: RecordKey }) => {
    const reader = actorOf(context);
    const { db } = context.services;
    return pageOf(db, reader, await find(db, key));
  };
}

const recordsPart = partOf(recordsContract, {
  commands: {
    getApplicationRecord: read(findApplicationRecord),
    getCertificateRecord: read(findCertificateRecord),
    getDraftRecord: read(findDraftRecord),
    getSheetRecord: read(findSheetRecord),
    getRunRecord: read(findRunRecord),
    getPersonRecord: (context, { id }) =>
      getPersonRecord(context.services.db, actorOf(context), { id, settings: context.services.settings }),
  },
});

export const server: ServerFeature = {
  parts: { records: recordsPart },
};
