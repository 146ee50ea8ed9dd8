import { api } from '#features/client.ts';
import { RecordFormPage } from '#platform/web/components/record-form.tsx';
import { CollegeForm } from './college-form.tsx';

/** /admin/add-college; `?edit=<id>` opens the same form filled in. */
export function CollegeFormPage() {
  return (
    <RecordFormPage get={api.colleges.getCollege}>
      {(college) => <CollegeForm key={college?.id ?? 'new'} college={college} />}
    </RecordFormPage>
  );
}
