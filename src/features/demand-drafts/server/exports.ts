import { listExport } from '#platform/server/exports/list-export.ts';
import { demandDraftsSheet, depositSlipsSheet } from '../columns.ts';
import { demandDraftsContract } from '../contract.ts';
import { depositSlipsContract } from '../slip-contract.ts';
import { listDrafts } from './queries.ts';
import { listDepositSlips } from './slip-queries.ts';

export const demandDraftExports = [
  listExport({ sheet: demandDraftsSheet, operation: demandDraftsContract.listDrafts, read: listDrafts }),
  listExport({
    sheet: depositSlipsSheet,
    operation: depositSlipsContract.listDepositSlips,
    read: listDepositSlips,
  }),
];
