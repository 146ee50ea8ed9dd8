import { v7 as uuid } from 'uuid';
import { uploadFile, verifiedCertificate } from '#dev/testing/factories.ts';
import {
  choiceOf,
  closeRun,
  composedRun,
  printedCertificates,
  startedRun,
  waitingOffice,
} from '#dev/testing/print-room.ts';
import { carried, handSignedOffice } from '#dev/testing/signing.ts';
import { statusOf } from '#dev/testing/status-of.ts';
import { draftTemplate, proveDraft } from '#dev/testing/templates.ts';
import { unique } from '#dev/testing/unique.ts';
import { withClient } from '#platform/server/db/connections.ts';
import { addMonths, dayInIndia } from '#shared/format.ts';
import type { Staff } from './people.ts';

const today = dayInIndia(new Date());

/** Printers, proofs, runs, and the stock of paper and ink. */
export async function runPrintRoomScenario(staff: Staff): Promise<void> {
  await keepPrinters(staff);
  await proveLayouts(staff);
  await keepTemplates(staff);
  await printRuns(staff);
  await keepRolls(staff);
  await findFaults(staff);
  await signByHand(staff);
  await receivePaper(staff);
  await moveSheets(staff);
  await countSheets(staff);
  await keepInk(staff);
}

async function keepPrinters({ printer, second }: Staff): Promise<void> {
  const entry = { code: `PR-${unique()}`, name: 'Printer by the window', xMm: 0, yMm: 0 };
  const { id } = await second.api.printers.addEntry(entry);
  await statusOf(printer, `/api/printers/${id}/calibration-sheet`);
}

async function proveLayouts({ printer, second, portal, office }: Staff): Promise<void> {
  const layout = { certificateType: office.certificateType, colour: `Shade ${unique()}` };
  await portal.services.db
    .insertInto('papers')
    .values({ id: uuid(), code: `S${unique()}`, name: 'Shaded', colour: layout.colour })
    .execute();
  const first = await printer.api.proofs.makeProof(layout);
  await statusOf(printer, `/api/proofs/${first.id}/document`);
  await second.api.proofs.refuseProof({ id: first.id, version: 1, remark: 'The crest is pale.' });
  const next = await printer.api.proofs.makeProof(layout);
  await second.api.proofs.signOffProof({ id: next.id, version: 1 });
}

async function keepTemplates({ admin, second, office }: Staff): Promise<void> {
  const { designs } = await admin.api.templates.listDesigns();
  const { id, version, name, content } = await draftTemplate({ admin }, office.certificateType);
  const scan = await uploadFile(admin, 'template_scan');
  const { id: fileId } = (await scan.json()) as { id: string };
  const laid = await admin.api.templates.layScan({ id, version, fileId });
  await proveDraft({ admin, second }, id);
  // It comes into force on no day of this test: runs keep the proof that they have.
  const from = addMonths(today, 12);
  const changed = await admin.api.templates.bringIntoForce({ id, version: laid.version, from });
  const [box] = content.boxes;
  const boxes = [...content.boxes, { ...box!, y: 0 }];
  const next = { id, version: changed.version, name, content: { ...content, boxes } };
  await admin.api.templatePictures.drawTemplate({ id, content, sample: 'longest' });
  const saved = await admin.api.templates.saveTemplate(next);
  await admin.api.templates.getTemplate({ id });
  await admin.api.templates.deleteDraft({ id, version: saved.version });
  await admin.api.templates.listTemplates({ search: designs[0]!.name });
}

async function printRuns({
  portal,
  office,
  printer,
  receiver,
  case_worker: caseWorker,
  second,
}: Staff): Promise<void> {
  const here = await waitingOffice(portal, { receiver, caseWorker }, { office, certificates: 4 });
  await printer.api.printRuns.listPrintBatches();
  await printer.api.waiting.listWaiting({});
  const withdrawn = await printer.api.printRuns.preparePrintRun(choiceOf(here));
  const { id: printerId } = (await printer.api.printers.listEntries({ limit: 1 })).rows[0]!;
  await printer.api.printRuns.choosePrinter({ id: withdrawn.id, version: 1, printerId });
  await printer.api.printRuns.composePrintRun({ id: withdrawn.id });
  const { version } = await second.api.printRuns.getPrintRun({ id: withdrawn.id });
  await printer.api.printRuns.withdrawPrintRun({ id: withdrawn.id, version });
  const run = await startedRun(portal, printer, here, 4);
  await statusOf(printer, `/api/print-runs/${run.id}/document`);
  const [good, spoilt, missing, last] = run.sheets;
  await printer.api.printRuns.recordSheets({
    id: run.id,
    outcomes: [
      { sheetId: good!.id, outcome: 'good' },
      { sheetId: spoilt!.id, outcome: 'good' },
      { sheetId: missing!.id, outcome: 'missing', reason: 'Not in the tray' },
    ],
  });
  await printer.api.printRuns.takeBackOutcome({ id: run.id, sheetId: spoilt!.id });
  await printer.api.printRuns.recordSheets({
    id: run.id,
    outcomes: [{ sheetId: spoilt!.id, outcome: 'spoilt', reason: 'Jam' }],
  });
  const { from } = await printer.api.printRuns.resumePrintRun({ id: run.id, topSerial: last!.blankSerial });
  const rest = `/api/print-runs/${run.id}/remaining-document?from=${from}`;
  await statusOf(printer, rest);
  await printer.api.printRuns.recordSheets({
    id: run.id,
    outcomes: [{ sheetId: last!.id, outcome: 'good' }],
  });
  await closeRun(printer, run.id);
  await statusOf(printer, `/api/print-runs/${run.id}/report`);
  await second.api.copies.cancelCopy({
    id: good!.certificateId,
    copyId: good!.id,
    reason: 'The crest is missing.',
  });
  await verifiedCertificate({ receiver, caseWorker }, here);
  await composedRun(portal, printer, here);
}

/** An auditor's findings, one to its end, one that is dropped, and the report of the others. */
async function findFaults({ admin, auditor }: Staff): Promise<void> {
  const entry = { title: 'Drafts kept', text: 'For weeks.', part: 'A' } as const;
  const { id } = await auditor.api.findings.raiseFinding(entry);
  const { findings } = auditor.api;
  const reply = { id, text: 'They are deposited.' };
  await admin.api.findings.replyToFinding({ ...reply, version: 1, kind: 'interim', finalOn: today });
  await admin.api.findings.replyToFinding({ ...reply, version: 2, kind: 'final' });
  await findings.remarkOnFinding({ id, version: 3, text: 'Since when?' });
  await findings.settleFinding({ id, version: 4, text: 'Seen.' });
  const { id: mistake } = await findings.raiseFinding(entry);
  await findings.dropFinding({ id: mistake, version: 1, text: 'A mistake.' });
  await findings.raiseFinding(entry);
  const { id: report } = await findings.closeInspection({ from: today, to: today });
  await statusOf(auditor, `/api/inspection-reports/${report}/pdf`);
  await findings.listInspectionReports();
  await findings.getFinding({ id });
  await findings.listFindings({});
  await findings.countFindings({});
}

/** The roll of the year of what was printed above, with its register. */
async function keepRolls({ portal, admin, second }: Staff): Promise<void> {
  const { convocations } = await admin.api.rolls.listRollConvocations();
  const { id: convocationId } =
    convocations.find((one) => one.academicYears.includes('2024-25') && !one.hasOpenRoll) ??
    (await addConvocation(portal));
  const { id } = await admin.api.rolls.openRoll({ convocationId });
  await admin.api.rolls.listRollEntries({ rollId: id });
  await admin.api.rolls.countRollEntries({ rollId: id });
  await admin.api.rolls.closeRoll({ id, version: 1 });
  await second.api.rolls.resolveRoll({
    id,
    version: 2,
    resolutionBody: 'Syndicate',
    resolutionNumber: `SYN/${unique()}`,
    resolutionDate: today,
  });
  await admin.api.rolls.getRoll({ id });
  await admin.api.rolls.getRegisterTotals({ id: convocationId });
  await admin.api.rolls.listRegister({ convocationId });
  await admin.api.rolls.countRegister({ convocationId });
  for (const address of [
    `/api/rolls/${id}/document`,
    `/api/degree-registers/${convocationId}/document`,
    `/api/exports/roll-entries?format=csv&rollId=${id}`,
    `/api/exports/degree-register?format=csv&convocationId=${convocationId}`,
  ])
    await statusOf(admin, address);
}

/** Of the year of `applicationEntry`, written by the owner: nobody proposes it here. */
async function addConvocation({ ownerUrl }: Staff['portal']): Promise<{ id: string }> {
  const id = uuid();
  await withClient(ownerUrl, 'backup', async (owner) => {
    await owner.query('set session_replication_role = replica');
    await owner.query(
      `insert into convocations (id, number, held_on, academic_years) values ($1, $2, $3, '2024-25')`,
      [id, `C${unique()}`, today],
    );
  });
  return { id };
}

async function signByHand({
  portal,
  office,
  printer,
  receiver,
  case_worker: caseWorker,
}: Staff): Promise<void> {
  const here = await handSignedOffice(portal, office);
  await printedCertificates(portal, { receiver, caseWorker, printer }, { office: here, count: 2 });
  await printer.api.signing.listSigningOffices();
  const { rows } = await printer.api.signing.listSheetsToSign({});
  const { id } = await printer.api.signing.sendForSignature({
    sheetIds: rows.map((sheet) => sheet.id),
    ...carried,
  });
  const { sheets } = await printer.api.signing.getSigningBatch({ id });
  await statusOf(printer, `/api/signing-batches/${id}/document`);
  await printer.api.signing.takeBackSheets({
    id,
    sheetIds: [sheets[0]!.id],
    outcome: 'signed',
  });
}

/** A kind of paper, and a delivery of it that waits for approval. */
async function delivery({ admin }: Staff, count: number) {
  const number = unique();
  const paper = await admin.api.papers.addEntry({
    name: 'Linen',
    code: `LIN-${number}`,
    colour: `Tone ${number}`,
    warnBelow: 10,
  });
  const prefix = `F${String.fromCharCode(65 + (number % 26))}${String.fromCharCode(65 + (Math.floor(number / 26) % 26))}`;
  const entry = {
    paperId: paper.id,
    serialPrefix: prefix,
    firstSerial: 1,
    lastSerial: count,
    totalQuantity: count,
    receivedOn: today,
  };
  const { id } = await admin.api.stock.receiveBlanks(entry);
  return { id, entry, paperId: paper.id, at: (first: number, last = first) => [{ prefix, first, last }] };
}

async function receivePaper(staff: Staff): Promise<void> {
  const { admin, second } = staff;
  const kept = await delivery(staff, 40);
  await admin.api.stock.editBlankReceipt({ ...kept.entry, id: kept.id, version: 1, remarks: 'One box.' });
  await admin.api.stock.getBlankReceipt({ id: kept.id });
  await second.api.stock.approveBlanks({ id: kept.id, version: 2 });
  await admin.api.stock.listBlankRanges({ id: kept.id });
  await admin.api.stock.findBlank({ serial: `${kept.entry.serialPrefix}000001` });
  const dropped = await delivery(staff, 5);
  await admin.api.stock.deleteBlankReceipt({ id: dropped.id, version: 1 });
}

async function moveSheets(staff: Staff): Promise<void> {
  const { admin, second, third, printer } = staff;
  const { id: receipt, paperId: id, at } = await delivery(staff, 60);
  await second.api.stock.approveBlanks({ id: receipt, version: 1 });
  await admin.api.stock.issueBlanks({ id, holderId: printer.actor.id, sheets: { count: 10 } });
  await admin.api.stock.returnBlanks({ id, serials: at(1, 5) });
  await admin.api.stock.spoilBlanks({ id, serials: at(20, 24), reason: 'Coffee' });
  await admin.api.stock.reportMissing({ id, serials: at(30, 31), reason: 'Not on the shelf' });
  await admin.api.stock.reportFound({ id, serials: at(30), reason: 'Behind the shelf' });
  const record = { method: 'Shredded', destroyedOn: today, remarks: 'Beyond use' } as const;
  const first = await second.api.stock.destroyBlanks({ id, serials: at(20), ...record });
  await second.api.stock.withdrawDestruction({ id: first.id, version: 1 });
  const next = await second.api.stock.destroyBlanks({ id, serials: at(20, 21), ...record });
  await third.api.stock.witnessDestruction({ id: next.id, version: 1 });
}

async function countSheets(staff: Staff): Promise<void> {
  const { admin, second, printer } = staff;
  const { id: receipt, paperId: id, at } = await delivery(staff, 20);
  await second.api.stock.approveBlanks({ id: receipt, version: 1 });
  const count = await second.api.stock.startCount({ id });
  await admin.api.stock.enterCounted({ id: count.id, serials: at(1, 10) });
  await second.api.stock.enterCounted({ id: count.id, serials: at(15, 20) });
  const { entries } = await second.api.stock.getStockCount({ id: count.id });
  await second.api.stock.removeCounted({ id: count.id, entryId: entries[0]!.id });
  await second.api.stock.closeCount({ id: count.id, version: 1 });
  const { found } = await printer.api.stock.getStockCount({ id: count.id });
  await second.api.stock.resolveDiscrepancy({
    id: found[0]!.id,
    resolution: 'reported_missing',
    remark: 'Looked everywhere.',
  });
}

async function keepInk({ admin, second, printer }: Staff): Promise<void> {
  const number = unique();
  const kind = {
    name: 'Black',
    code: `INK-${number}`,
    colour: `Black ${number}`,
    unit: 'cartridges',
  } as const;
  const ink = await admin.api.inks.addEntry({ ...kind, sheetsPerUnit: 100, warnBelow: 1 });
  const entry = { inkId: ink.id, totalQuantity: 9, receivedQuantity: 9, receivedOn: today };
  const kept = await admin.api.stock.receiveInk(entry);
  await admin.api.stock.editInkReceipt({ ...entry, id: kept.id, version: 1, remarks: 'One box.' });
  await admin.api.stock.getInkReceipt({ id: kept.id });
  await second.api.stock.approveInk({ id: kept.id, version: 2 });
  const dropped = await admin.api.stock.receiveInk(entry);
  await admin.api.stock.deleteInkReceipt({ id: dropped.id, version: 1 });
  await printer.api.stock.recordInkUse({
    inkId: ink.id,
    quantity: 1,
    of: { kind: 'days', from: today, to: today },
  });
}
