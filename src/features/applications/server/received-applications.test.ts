import { beforeAll, describe, expect, test } from 'vitest';
import { receiveApplication, verifiedCertificate } from '#dev/testing/factories.ts';
import { fileOffice } from '#dev/testing/office.ts';
import { acknowledgementCode } from '../rules.ts';

const { portal, office } = await fileOffice();
const admin = await portal.as('admin');
const ravi = await portal.as('receiver', { name: 'Ravi Shetty' });
const fatima = await portal.as('receiver', { name: 'Fatima Quraishi', collegeId: office.otherCollegeId });

describe('what the receivers received', () => {
  let byRavi: string;
  let byFatima: string;
  let convocationNumber: string;

  beforeAll(async () => {
    byRavi = await receiveApplication(ravi, office, {
      candidateName: 'Meghana Rao',
      examRollNumber: 'R-7781',
      registrationNumber: 'NOBODY-ASKED',
    });
    byFatima = await receiveApplication(fatima, office, {
      collegeId: office.otherCollegeId,
      candidateName: 'Imran Khan',
      examRollNumber: 'R-9902',
    });
    const caseWorker = await portal.as('case_worker');
    ({ convocationNumber } = await verifiedCertificate({ receiver: ravi, caseWorker }, office, {
      candidateName: 'Lakshmi Iyer',
      examRollNumber: 'R-1203',
    }));
  });

  async function found(search: string): Promise<string[]> {
    const { rows } = await admin.api.applications.listReceivedApplications({ search });
    const { count } = await admin.api.applications.countReceivedApplications({ search });
    expect(count).toBe(rows.length);
    return rows.map((row) => row.candidateName);
  }

  test('is found by receiver, Email Id, student, roll and convocation number, in any case and order', async () => {
    expect(await found('ravi sh')).toEqual(['Lakshmi Iyer', 'Meghana Rao']);
    expect(await found(fatima.email.toUpperCase())).toEqual(['Imran Khan']);
    expect(await found('meghana')).toEqual(['Meghana Rao']);
    expect(await found('rao meghana')).toEqual(['Meghana Rao']);
    expect(await found('r-9902')).toEqual(['Imran Khan']);
    expect(await found(convocationNumber)).toEqual(['Lakshmi Iyer']);
    expect(await found(convocationNumber.slice(0, 6))).toEqual(['Lakshmi Iyer']);
    expect(await found('/')).toEqual(['Lakshmi Iyer']);
    expect(await found('')).toEqual(['Lakshmi Iyer', 'Imran Khan', 'Meghana Rao']);
  });

  test('is found by the numbers that its papers show', async () => {
    expect(await found('NOBODY-ASKED')).toEqual(['Meghana Rao']);
    const { rows } = await admin.api.applications.listApplications({ search: 'Imran' });
    expect(await found(acknowledgementCode(rows[0]!.acknowledgementNumber))).toEqual(['Imran Khan']);
    expect(await found('%')).toEqual([]);
  });

  test('goes in pages through matches of every kind', async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await admin.api.applications.listReceivedApplications({
        search: 'r',
        limit: 1,
        offset: seen.length,
        cursor,
      });
      seen.push(...page.rows.map((row) => row.id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toHaveLength(3);
    expect(seen).toEqual(expect.arrayContaining([byRavi, byFatima]));
  });
});

test('a receiver stands there with the count of this month, whoever received nothing with 0', async () => {
  const idle = await portal.as('receiver', { name: 'Usha Idle' });
  const { rows } = await admin.api.applications.listReceivers({});
  const countOf = (id: string) => rows.find((row) => row.id === id)?.receivedThisMonth;
  expect(rows.every((row) => row.role === 'receiver')).toBe(true);
  const { count } = await admin.api.applications.countReceivedApplications({ search: 'Ravi' });
  expect(countOf(ravi.actor.id)).toBe(count);
  expect(countOf(fatima.actor.id)).toBe(1);
  expect(countOf(idle.actor.id)).toBe(0);
});
