import '../words.ts';
import { partOf } from '#platform/server/contract-part.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { checklistContract } from '../contract.ts';
import { listAdministrators, missingFor, readLines } from './lines.ts';
import { sendTestMail } from './test-mail.ts';

const checklistPart = partOf(checklistContract, {
  queries: {
    getChecklist: async (db) => {
      const lines = await readLines(db);
      return { lines: [...lines].map(([name, isDone]) => ({ name, isDone })) };
    },
    listMissing: async (db, { work }) => ({
      missing: await missingFor(db, work),
      administrators: await listAdministrators(db),
    }),
  },
  commands: { sendTestMail },
});

export const server: ServerFeature = {
  parts: { checklist: checklistPart },
};
