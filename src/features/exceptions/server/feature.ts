import '../words.ts';
import { partOf } from '#platform/server/contract-part.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { exceptionHitsLayout } from '../columns.ts';
import { exceptionsContract } from '../contract.ts';
import { explainHits } from './explain-hits.ts';
import { exceptionHits, getExceptionHit } from './hits.ts';
import { decideLimit, listLimits, proposeLimit } from './limits.ts';
import { getOverview } from './overview.ts';
import { listExceptionRules } from './rules.ts';
import { runRulesJob, runRulesNow } from './run-rules.ts';

const exceptionsPart = partOf(exceptionsContract, {
  lists: { ExceptionHits: [exceptionHits, exceptionHitsLayout] },
  queries: { listExceptionRules, getOverview, getExceptionHit, listLimits },
  commands: { explainHits, runRules: runRulesNow, proposeLimit, decideLimit },
});

export const server: ServerFeature = {
  parts: { exceptions: exceptionsPart },
  scoped: {
    exception_hits: 'college_id',
    exception_notes: { column: 'hit_id', of: 'exception_hits' },
  },
  jobs: [runRulesJob],
  constraints: {
    exception_limits__one_open: 'exceptions.limit_proposed',
    exception_limits__stay: 'exceptions.limit_decided',
  },
  personal: { exception_hit: ['text'] },
  personalLabels: ['exception_hit'],
  files: [
    {
      kind: 'evidence',
      records: (db, id) => db.selectFrom('exception_notes').select('id').where('file_id', '=', id),
    },
  ],
};
