import type { CorrectApplicationInput } from '#features/applications/entry-contract.ts';
import type { StaffCaller } from './portal.ts';

/** Reopens an application as it is now; by default because the name is wrong. */
export async function reopen(person: StaffCaller, id: string, change: object = {}) {
  const { version } = await person.api.applications.getApplication({ id });
  return person.api.applications.reopenApplication({ id, version, reason: 'name', ...change });
}

/** Corrects these fields of an application that came back, and nothing else; each reason is answered by a remark. */
export async function correct(
  receiver: StaffCaller,
  id: string,
  change: Partial<CorrectApplicationInput> = {},
) {
  const { photo, ...application } = await receiver.api.applications.getApplication({ id });
  return receiver.api.applications.correctApplication({
    ...application,
    candidateNameNative: application.candidateNameNative ?? '',
    guideName: application.guideName ?? '',
    photoFileId: photo.id,
    drafts: [],
    answers: leaving(...reasonsOf(application)),
    ...change,
  });
}

/** Answers that leave what these reasons name as it is. */
export function leaving(...reasons: string[]): CorrectApplicationInput['answers'] {
  return reasons.map((reason) => ({ reason, answer: 'left', remark: 'As on the marks card.' }));
}

/** A rejected one keeps the reasons of a return before, which nobody asks again. */
function reasonsOf({ status, returnReasons }: { status: string; returnReasons: string[] }): string[] {
  return status === 'returned' ? returnReasons : [];
}

export async function verify(person: StaffCaller, id: string) {
  const { version } = await person.api.applications.getApplication({ id });
  return person.api.applications.verifyApplication({ id, version });
}
