import { officePaper, type PaperHead } from '#features/masters/server/office-paper.ts';
import { cutIntoPages } from '#platform/server/typst/cut-into-pages.ts';
import { type TypstDocument, templateBeside } from '#platform/server/typst/typst-document.ts';
import { formatCount, formatDay, formatMoment } from '#shared/format.ts';
import type { BundleDetail } from '../../bundle-contract.ts';

const template = templateBeside(import.meta.dirname, 'bundle-list.typ');

/** How many certificates fit on a page of the template; the last page also has the receipt to sign. */
const capacity = { page: { first: 20, further: 23 }, lastPage: { first: 15, further: 18 } };

/** The list that accompanies a bundle: the college signs for all of it, and each student for one certificate. */
export function bundleList(head: PaperHead, bundle: BundleDetail): TypstDocument {
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
  const pages = cutIntoPages(rows.length, capacity).map(({ start, end }) => rows.slice(start, end));
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
  return officePaper(head, { template, input, pages: pages.length });
}
