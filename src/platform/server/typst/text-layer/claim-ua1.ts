import { catalogOf, find, objectOf, type PdfFile, unknownForm } from '../pdf-objects.ts';
import { preferInViewer } from '../viewer-preferences.ts';
import { setStream } from './font-codes.ts';

/**
 * Adds the PDF/UA-1 (ISO 14289-1) claim to a PDF/A-2a; Typst can write only one of them. Tests verify it by compiling
 * the same template as PDF/UA-1, which Typst refuses if it does not conform.
 */
export function claimUa1(pdf: PdfFile): void {
  const catalog = catalogOf(pdf);
  preferInViewer(catalog, '/DisplayDocTitle true');
  const metadata = objectOf(pdf, Number(find(catalog.words, /\/Metadata (\d+) 0 R/)));
  const property =
    '<rdf:li rdf:parseType="Resource"><pdfaSchema:schema>PDF/UA identification schema</pdfaSchema:schema>' +
    '<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI><pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>' +
    '<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource"><pdfaProperty:name>part</pdfaProperty:name>' +
    '<pdfaProperty:valueType>Integer</pdfaProperty:valueType><pdfaProperty:category>internal</pdfaProperty:category>' +
    '<pdfaProperty:description>Part of ISO 14289</pdfaProperty:description></rdf:li></rdf:Seq></pdfaSchema:property></rdf:li>';
  const xmp = metadata.stream!.toString('utf8');
  const claimed = xmp
    .replace(/(<pdfaExtension:schemas><rdf:Bag>)/, `$1${property}`)
    .replace('</rdf:Description>', '<pdfuaid:part>1</pdfuaid:part></rdf:Description>')
    .replace(
      '<rdf:Description rdf:about=""',
      '<rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"',
    );
  if (!claimed.includes('pdfuaid:part') || !claimed.includes('PDF/UA identification'))
    throw unknownForm('its metadata differ');
  setStream(metadata, Buffer.from(claimed), false);
}
