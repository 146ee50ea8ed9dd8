import { listExport } from '#server/exports/list-export.ts';
import { demandDraftsSheet, depositSlipsSheet } from '../columns.ts';
import { demandDraftsContract, depositSlipsContract } from '../contract.ts';
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
