import { type APIRequestContext, expect } from '@playwright/test';
import { drawPortrait, writeDraftScan } from '#dev/seed/demo-pictures.ts';
import { newDraft } from './drafts.ts';

const started = Date.now();

/** A registration number that no other run of the journeys has used. */
export function registrationOf(ordinal: number): string {
  return `E2E${started}${ordinal}`;
}

/** What the counter sends for a candidate whose draft pays the fee; its files are uploaded already. */
export async function writeApplication(request: APIRequestContext, ordinal: number, collegeCode = 'COL001') {
  const choices = await (await request.get('/api/application-choices')).json();
  const college = choices.colleges.find(({ code }: { code: string }) => code === collegeCode);
  const draft = newDraft(college.convocationFee);
  return {
    registrationNumber: registrationOf(ordinal),
    examRollNumber: `24${started % 10_000_000}${ordinal}`,
    candidateName: `Candidate ${ordinal}`,
    courseId: choices.courses[0].id,
    collegeId: college.id,
    academicYear: '2024-25',
    certificateType: choices.certificateTypes[0],
    paperId: choices.papers[0].id,
    photoFileId: await upload(request, 'photo', await drawPortrait(40 + ordinal)),
    totalAmount: draft.amount,
    drafts: [{ ...draft, receiptFileId: await upload(request, 'receipt', writeDraftScan(draft)) }],
  };
}

async function upload(request: APIRequestContext, kind: 'photo' | 'receipt', bytes: Buffer): Promise<string> {
  const response = await request.post(
    `/api/files?kind=${kind}&name=${kind === 'photo' ? 'a.jpg' : 'a.pdf'}`,
    {
      headers: { 'content-type': 'application/octet-stream' },
      data: bytes,
    },
  );
  return (await response.json()).id;
}

export async function receive(request: APIRequestContext, application: object): Promise<void> {
  const response = await request.post('/api/applications', { data: application });
  expect(response.ok(), await response.text()).toBe(true);
}
