import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { borrowOrStart, type Desks } from '../harness/desks.ts';
import type { Answer, Json } from '../harness/people.ts';
import type { Portal } from '../harness/portal.ts';
import { between, digits, letters, personName, pick, registrationNumber } from '../harness/random.ts';
import {
  dayBefore,
  drawPhoto,
  receive,
  tryUpload,
  versionOf,
  writeApplication,
  writePdf,
} from '../harness/records.ts';
import {
  aadhaar,
  awardOf,
  checkUpload,
  csvCell,
  faultsOf,
  studentLine,
  templateOf,
  waitForImport,
} from './b-award.ts';
import { tablesWith } from './b-database.ts';
import { award, bodyLeaves, missingOf, words } from './b-discovery.ts';

// Build: "Aadhaar numbers handled as UNIVERSITY.md says". UNIVERSITY.md section 2: "Never an Aadhaar number: twelve digits
// with its check digit are refused in typed fields and notes, except in ABC / APAAR, mobile, bank references and the
// portal's own numbers (one twelve-digit number in ten passes the check by chance); in a file name the digits are masked
// and the upload is accepted."

let portal: Portal;
let desks: Desks;

beforeAll(async () => {
  ({ portal, desks } = await borrowOrStart());
});
afterAll(() => portal?.remove());

/** As people write it: in one, in the groups of the card, with hyphens. */
const ways = [
  (number: string) => number,
  (number: string) => number.replace(/(\d{4})(\d{4})(\d{4})/, '$1 $2 $3'),
  (number: string) => number.replace(/(\d{4})(\d{4})(\d{4})/, '$1-$2-$3'),
];

type Field = { name: string; send(text: string): Promise<Answer> };

describe('7 Aadhaar numbers in typed fields', () => {
  test('7 Build: twelve digits with the check digit are refused in every typed field and note', async () => {
    for (const { name, send } of await fields()) {
      const number = aadhaar();
      const answer = await send(`Order ${pick(ways)(number)} of the office`);
      expect([400, 409, 422], `${name}: ${answer.text}`).toContain(answer.status);
      expect(answer.text, `${name}: the answer says why`).toMatch(/aadhaar/i);
      // The answer is read by others: it does not repeat the number.
      expect(answer.text.replaceAll(/\D/g, ''), name).not.toContain(number);
    }
  });

  test('7 Build: in one, in groups and with hyphens, in Indian digits as well', async () => {
    const number = aadhaar();
    const inDevanagari = [...number].map((digit) => String.fromCharCode(0x0966 + Number(digit))).join('');
    for (const written of [...ways.map((way) => way(number)), inDevanagari]) {
      const answer = await sendAddress(`12, Temple Road ${written} Mysuru`);
      expect([400, 409, 422], `${written}: ${answer.text}`).toContain(answer.status);
      expect(answer.text, written).toMatch(/aadhaar/i);
    }
  });

  test('7 Build: twelve digits with another check digit are taken in the same fields', async () => {
    for (const { name, send } of await fields()) {
      const answer = await send(`Order ${aadhaar({ valid: false })} of the office`);
      expect(answer.status, `${name}: ${answer.text}`).toBe(200);
    }
  });

  test('7 Build: nothing of a refused number is kept anywhere in the database', async () => {
    const numbers: string[] = [];
    for (const { send } of await fields()) {
      const number = aadhaar();
      numbers.push(number);
      await send(`Order ${number} of the office`);
    }
    for (const number of numbers)
      expect(await tablesWith(portal, number, { everywhere: true }), number).toEqual({});
  });
});

describe('7 Aadhaar numbers where twelve digits are something else', () => {
  test('7 Build: an ABC / APAAR id that passes the check by chance is taken', async () => {
    const leaves = await bodyLeaves(portal, 'POST', '/api/students');
    expect(missingOf(award, leaves), 'POST /api/students lacks').toEqual([]);
    const number = aadhaar();
    const answer = await addStudent({ 'ABC / APAAR id': number });
    expect(answer.status, answer.text).toBe(200);
    expect(Object.keys(await tablesWith(portal, number))).toContain('students');
  });

  test('7 Build: a mobile with its country code that passes the check by chance is taken', async () => {
    expect(missingOf(award, await bodyLeaves(portal, 'POST', '/api/students'))).toEqual([]);
    const answer = await addStudent({ mobile: `+${mobileThatPasses()}` });
    expect(answer.status, answer.text).toBe(200);
  });

  test('7 Build: a bank’s account and reference that pass the check by chance are taken', async () => {
    const application = await writeApplication(desks.receiver);
    const [draft] = application.drafts;
    const { id } = await desks.receiver.act('POST', '/api/applications', {
      ...application,
      drafts: [{ ...draft, amount: draft.amount + 100 }],
    });
    const [row] = await portal.sql(
      'select demand_draft_id as id from allocations where application_id = $1',
      [id],
    );
    const slip = await desks.receiver.ask('POST', '/api/deposit-slips', {
      body: { draftIds: [row!.id], account: aadhaar(), bankBranch: 'State Bank of India, Mysuru Main' },
    });
    expect(slip.status, slip.text).toBe(200);
    await desks.receiver.act('POST', `/api/deposit-slips/${slip.body.id}/deposit`, {
      version: await versionOf(desks.receiver, `/api/deposit-slips/${slip.body.id}`),
      depositedOn: dayBefore(0),
    });
    await desks.admin.act('POST', '/api/demand-drafts/realise', {
      draftIds: [row!.id],
      realisedOn: dayBefore(0),
    });
    const answer = await desks.admin.ask('POST', `/api/demand-drafts/${row!.id}/refund`, {
      body: {
        version: await versionOf(desks.admin, `/api/demand-drafts/${row!.id}`),
        amount: 1,
        paidTo: personName(),
        reference: aadhaar(),
      },
    });
    expect(answer.status, answer.text).toBe(200);
  });

  test('7 Build: searching and scanning take any number, the portal’s own may be twelve digits long', async () => {
    const number = aadhaar();
    for (const path of [
      `/api/applications?search=${number}`,
      `/api/applications/by-number?registrationNumber=${number}`,
    ]) {
      const { status, text } = await desks.caseWorker.get(path);
      expect(text, path).not.toMatch(/aadhaar/i);
      expect(status, path).not.toBe(500);
    }
  });
});

describe('7 Aadhaar numbers in files', () => {
  for (const [kind, extension] of [
    ['photo', 'jpg'],
    ['receipt', 'pdf'],
  ] as const) {
    test(`7 Build: in the name of a ${kind} the digits are masked, and the upload is accepted`, async () => {
      for (const way of ways) {
        const number = aadhaar();
        const marker = letters(9);
        const bytes = kind === 'photo' ? await drawPhoto() : writePdf();
        const answer = await tryUpload(desks.receiver, kind, bytes, `${marker} ${way(number)}.${extension}`);
        expect(answer.status, answer.text).toBe(200);
        const [file] = await portal.sql('select original_name from files where id = $1', [answer.body.id]);
        expect(file!.original_name).toContain(marker);
        expect(file!.original_name).toMatch(new RegExp(`\\.${extension}$`));
        expect(file!.original_name.replaceAll(/\D/g, ''), 'digits of the kept name').not.toContain(number);
        // At most the last four, as UIDAI itself prints a masked number.
        expect(file!.original_name.replaceAll(/\D/g, '').length).toBeLessThanOrEqual(4);
        const served = await desks.receiver.get(`/api/files/${answer.body.id}`);
        expect(`${answer.text} ${served.headers.get('content-disposition')}`).not.toMatch(
          new RegExp(`${number}|${number.slice(0, 4)}.${number.slice(4, 8)}.${number.slice(8)}`),
        );
        expect(await tablesWith(portal, number, { everywhere: true })).toEqual({});
      }
    });
  }

  test('7 Build: another twelve digits in a file name stay as they are', async () => {
    const number = aadhaar({ valid: false });
    const answer = await tryUpload(desks.receiver, 'photo', await drawPhoto(), `IMG ${number}.jpg`);
    expect(answer.status, answer.text).toBe(200);
    const [file] = await portal.sql('select original_name from files where id = $1', [answer.body.id]);
    expect(file!.original_name).toContain(number);
  });

  test('7 Build: a bulk upload whose name has one is accepted under a masked name, and a cell with one is a fault', async () => {
    const template = await templateOf(desks.admin, 'students');
    const number = aadhaar();
    const lines = [0, 1, 2].map((row) => {
      const registration = registrationNumber();
      const { cells } = studentLine(template, {
        college: 'COL001',
        registration,
        roll: registration.slice(2),
        name: personName(),
      });
      const address = template.headers.findIndex((header) => /address/.test(words(header)));
      cells[address] =
        row === 1 ? `12, Temple Road, Aadhaar ${number}` : cells[address] || '12, Temple Road, Mysuru';
      return cells;
    });
    const csv = [template.headers, ...lines].map((line) => line.map(csvCell).join(',')).join('\r\n');
    const named = await desks.admin.ask('POST', `/api/imports?of=students&name=${number}.csv`, {
      bytes: csv,
      headers: { 'content-type': 'application/octet-stream' },
    });
    expect(named.status, named.text).toBe(200);
    const report = await waitForImport(desks.admin, named.body.id, /checked/);
    expect(report.fileName).not.toContain(number);
    const again = await checkUpload(desks.admin, 'students', csv);
    const faults = await faultsOf(desks.admin, again.id);
    expect(faults.map(({ rowNumber }) => rowNumber)).toEqual([3]);
    expect(JSON.stringify(faults), 'what is wrong').toMatch(/aadhaar/i);
  });
});

/** Typed fields and notes of several desks, each with a way of sending a text in it. */
async function fields(): Promise<Field[]> {
  const returned = await receive(desks.receiver);
  const version = (id: string) => versionOf(desks.caseWorker, `/api/applications/${id}`);
  const paper = (await desks.receiver.get('/api/application-choices')).body.papers[0];
  const first = between(1, 900_000);
  return [
    { name: 'address of a student', send: sendAddress },
    {
      name: 'rank or medal of a student',
      send: async (text) => {
        expect(missingOf(award, await bodyLeaves(portal, 'POST', '/api/students'))).toEqual([]);
        return addStudent({ 'rank or medal': text });
      },
    },
    {
      name: 'authority of a concession',
      send: async (authority) => {
        const application = await writeApplication(desks.receiver);
        const amount = 100;
        const totalAmount = application.totalAmount - amount;
        return desks.receiver.ask('POST', '/api/applications', {
          body: {
            ...application,
            totalAmount,
            concession: { amount, reason: 'court_order', authority },
            drafts: [{ ...application.drafts[0], amount: totalAmount }],
          },
        });
      },
    },
    {
      name: 'remark of a return',
      send: async (remark) =>
        desks.caseWorker.ask('POST', `/api/applications/${returned.id}/return`, {
          body: { version: await version(returned.id), reasons: ['other'], remark },
        }),
    },
    {
      name: 'address of a college',
      send: (address) =>
        desks.admin.ask('POST', '/api/colleges', {
          body: {
            name: `College ${letters(8)}`,
            code: letters(8).toUpperCase(),
            contactNumber: `0821 ${digits(7)}`,
            address,
            convocationFee: 700,
          },
        }),
    },
    {
      name: 'remarks of a delivery',
      send: (remarks) =>
        desks.admin.ask('POST', '/api/blank-receipts', {
          body: {
            paperId: paper.id,
            serialPrefix: letters(4).toUpperCase(),
            firstSerial: first,
            lastSerial: first + 9,
            totalQuantity: 10,
            receivedOn: dayBefore(1),
            remarks,
          },
        }),
    },
    {
      name: 'remark of a reject',
      send: async (remark) => {
        // The fee of this one is short, so that it may be rejected.
        const { drafts } = await writeApplication(desks.receiver);
        const short = await receive(desks.receiver, { drafts: [{ ...drafts[0], amount: 5 }] });
        return desks.caseWorker.ask('POST', `/api/applications/${short.id}/reject`, {
          body: { version: await version(short.id), reason: 'other', remark },
        });
      },
    },
  ];
}

function sendAddress(address: string): Promise<Answer> {
  return addStudent({ address });
}

async function addStudent(changes: Record<string, string>): Promise<Answer> {
  const leaves = await bodyLeaves(portal, 'POST', '/api/students');
  const { colleges } = (await desks.receiver.get('/api/application-choices')).body;
  const registration = registrationNumber();
  const college = colleges.find(({ code }: Json) => code === 'COL001');
  return desks.admin.ask('POST', '/api/students', {
    body: awardOf(leaves, {}, changes).into({
      name: personName(),
      collegeId: college.id,
      address: '12, Temple Road, Mysuru',
      registrationNumber: registration,
      examRollNumber: registration.slice(2),
    }),
  });
}

/** Country code and ten digits that happen to pass the check of an Aadhaar number. */
function mobileThatPasses(): string {
  for (;;) {
    const number = aadhaar();
    if (/^91[6-9]/.test(number)) return number;
  }
}
