import { z } from 'zod';
import { Moment } from '#shared/fields.ts';
import { t } from '#shared/words.ts';
import { operation } from './operation.ts';

/** Drafts are also sent while the page closes (keepalive), where fetch allows at most 64 KiB. */
const maximumDraftLength = 60_000;
const FormKey = z.string().regex(/^[a-z0-9-]{1,100}$/);
const FormFields = z.record(z.string(), z.unknown());

/** The id is the tab's own, so that two tabs with the same form never overwrite each other. */
const FormOfTab = z.object({ formKey: FormKey, id: z.uuid() });
/** The form values as JSON; `opened` is the edited record as it was when the form opened, null for a new one. */
const FormDraftFields = z.object({ values: FormFields, opened: FormFields.nullable() });
export const FormDraft = FormDraftFields.extend({ id: z.uuid(), keptAt: Moment });
export type FormDraft = z.infer<typeof FormDraft>;
const FormDraftEntry = FormDraftFields.extend(FormOfTab.shape).refine(
  (entry) => JSON.stringify(entry).length <= maximumDraftLength,
  t`This is too long to be saved.`,
);
export type FormDraftEntry = z.infer<typeof FormDraftEntry>;

export const formDraftsContract = {
  listFormDrafts: operation('GET /form-drafts/{formKey}', {
    summary:
      'What one typed into this form, in whichever tab or browser, and has not saved; the newest first.',
    access: 'account:use',
    reads: [],
  })
    .input(z.object({ formKey: FormKey }))
    .output(z.object({ drafts: z.array(FormDraft) })),
  keepFormDraft: operation('PUT /form-drafts/{formKey}/{id}', {
    summary: 'Keeps what is typed into a form in one tab until it is saved, for 30 days at most.',
    access: 'account:use',
    allowsAnyText: true,
    errors: ['form_drafts.ended'],
  })
    .input(FormDraftEntry)
    .output(z.object({ keptAt: Moment })),
  discardFormDraft: operation('DELETE /form-drafts/{formKey}/{id}', {
    summary: 'Forgets what was typed into a form for good: it is saved, or nobody wants it.',
    access: 'account:use',
  })
    .input(FormOfTab)
    .output(z.object({})),
};
