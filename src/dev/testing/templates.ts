import { designOf } from '#features/certificates/server/designs/designs.ts';
import type { TemplateContent } from '#features/certificates/template.ts';
import { dayInIndia } from '#shared/format.ts';
import { addWithFourEyes } from './change-master.ts';
import { exampleEntry } from './example-entry.ts';
import type { Portal, StaffCaller } from './portal.ts';
import { unique } from './unique.ts';

/** A design with a line of its own, so that no other test has the same. */
export function ownContent(design: 'ornamental' | 'modern' | 'data_only' = 'data_only'): TemplateContent {
  const { boxes, ...content } = structuredClone(designOf(design));
  const box = { kind: 'text', x: 120, y: 20, width: 60, height: 8, align: 'left' } as const;
  const line = {
    text: `Order ${unique()}`,
    font: 'serif',
    size: 7,
    floor: 5,
    advance: 7,
    weight: 'regular',
    isItalic: false,
    isTracked: false,
    colour: 'black',
    isHeading: false,
  } as const;
  return { ...content, boxes: [...boxes, { ...box, lies: 'middle', lines: [line] }] };
}

/** A certificate type that no other test prints, which asks for nothing. */
export async function newCertificateType(portal: Portal): Promise<string> {
  const name = `Type ${unique()}`;
  const asksForNothing = {
    titles: {},
    requires: [],
    template: '',
    numberLetters: '',
    numberSeries: 'Certificates',
    needsRoll: '',
    signedBy: '',
  };
  await addWithFourEyes(portal, 'certificate_types', {
    ...exampleEntry('certificate_types'),
    ...asksForNothing,
    name,
  });
  return name;
}

/** The two who bring a template into force. */
export type TwoAdmins = { admin: StaffCaller; second: StaffCaller };

/** A template of this type whose draft has a content of its own. */
export async function draftTemplate({ admin }: Pick<TwoAdmins, 'admin'>, certificateType: string) {
  const name = `Template ${unique()}`;
  const { id } = await admin.api.templates.addTemplate({ name, certificateType, design: 'data_only' });
  const content = ownContent();
  const { version } = await admin.api.templates.saveTemplate({ id, version: 1, name, content });
  return { id, version, name, content };
}

/** Proves a draft on a colour of paper: one person makes the proof sheet, another signs it off. */
export async function proveDraft(
  { admin, second }: TwoAdmins,
  id: string,
  colour = 'Maroon',
): Promise<string> {
  const proof = await admin.api.proofs.proveTemplate({ id, colour });
  await second.api.proofs.signOffProof({ id: proof.id, version: 1 });
  return proof.id;
}

/** A template of this type that is in force from a day on, from today unless another one is said. */
export async function templateInForce(
  admins: TwoAdmins,
  certificateType: string,
  from = dayInIndia(new Date()),
) {
  const { version, ...draft } = await draftTemplate(admins, certificateType);
  await proveDraft(admins, draft.id);
  const changed = await admins.admin.api.templates.bringIntoForce({ id: draft.id, version, from });
  return { ...draft, ...changed };
}
