import { find, readPdf, unknownForm, writePdf } from '../pdf-objects.ts';
import { setStream } from './font-codes.ts';

/**
 * Adds the PDF/UA-1 (ISO 14289-1) claim to a PDF/A-2a; Typst can write only one of them. Tests verify it by compiling
 * the same template as PDF/UA-1, which Typst refuses if it does not conform.
 */
export function claimUa1(file: Uint8Array): Uint8Array {
  const pdf = readPdf(file);
  const objectOf = (number: number) => {
    const object = pdf.objects.find((each) => each.number === number);
    if (!object) throw unknownForm(`object ${number} is missing`);
    return object;
  };
  const catalog = objectOf(Number(find(pdf.trailer, /\/Root (\d+) 0 R/)));
  catalog.words = catalog.words.replace(
    '/ViewerPreferences <<',
    '/ViewerPreferences <<\n    /DisplayDocTitle true',
  );
  const metadata = objectOf(Number(find(catalog.words, /\/Metadata (\d+) 0 R/)));
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
  return writePdf(pdf);
}
