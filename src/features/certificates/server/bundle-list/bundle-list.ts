import { type Letterhead, officeDocument } from '#features/masters/server/office-document.ts';
import { paginate } from '#platform/server/typst/paginate.ts';
import { localTemplate, type TypstDocument } from '#platform/server/typst/typst-document.ts';
import { formatCount, formatDay, formatMoment } from '#shared/format.ts';
import type { BundleDetail } from '../../bundle-contract.ts';

const template = localTemplate(import.meta.dirname, 'bundle-list.typ');

/** How many certificates fit on a page of the template; the last page also has the receipt to sign. */
const capacity = { page: { first: 20, further: 23 }, lastPage: { first: 15, further: 18 } };

/** The list that accompanies a bundle: the college signs for all of it, and each student for one certificate. */
export function bundleList(head: Letterhead, bundle: BundleDetail): TypstDocument {
  const rows = bundle.certificates.map((certificate, index) => ({
    position: String(index + 1),
    convocationNumber: certificate.convocationNumber,
    student: certificate.studentName,
    course: `${certificate.courseDegree}, ${certificate.certificateType}`,
    examRollNumber: certificate.examRollNumber,
    blankSerial: certificate.blankSerial,
    /** The day on which the student signed; null leaves space for the signature. */
    signedOn: certificate.signedOn && formatDay(certificate.signedOn),
  }));
  const pages = paginate(rows.length, capacity).map(({ start, end }) => rows.slice(start, end));
  const input = {
    bundleNumber: bundle.bundleNumber,
    college: `${bundle.collegeName} (${bundle.collegeCode})`,
    handedOverAt: `${formatMoment(bundle.handedOverAt)} IST`,
    handedOverBy: bundle.handedOverBy,
    deliveredTo: `${bundle.deliveredTo}, ${bundle.designation}`,
    identitySeen: bundle.identitySeen,
    count: formatCount(rows.length),
    pages,
  };
  return officeDocument(head, { template, input, pages: pages.length });
}
