import type { Desks } from '#platform/web/router/desk.ts';
import { adminDesk } from './admin/desk.ts';
import { auditorDesk } from './auditor/desk.ts';
import { caseWorkerDesk } from './case-worker/desk.ts';
import { printerDesk } from './printer/desk.ts';
import { receiverDesk } from './receiver/desk.ts';

export const desks: Desks = {
  admin: adminDesk,
  case_worker: caseWorkerDesk,
  receiver: receiverDesk,
  printer: printerDesk,
  auditor: auditorDesk,
};
