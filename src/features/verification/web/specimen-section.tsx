import { Skeleton, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '#features/client.ts';
import { t } from '#shared/words.ts';
import { type PlaceOfSheet, placesOfSheet, type Specimen } from '../contract.ts';
import classes from './specimen-section.module.css';

/** A specimen of this university with numbered places to check; without a picture they are only listed. */
export function SpecimenSection() {
  const { data, isPending } = useQuery(
    api.verification.findSpecimen.queryOptions({ staleTime: Number.POSITIVE_INFINITY }),
  );
  const specimen = data?.specimen ?? null;
  const shown = placesOfSheet.filter((place) => specimen?.places.some(({ what }) => what === place));
  const numberOf = (place: PlaceOfSheet) => shown.indexOf(place) + 1;
  return (
    <section className={`unprinted ${classes.section}`} aria-labelledby="specimen">
      <Title order={2} id="specimen" size="h3">
        {t`What a genuine certificate looks like`}
      </Title>
      {isPending && <Skeleton className={classes.pending} />}
      {specimen && <Picture specimen={specimen} numberOf={numberOf} />}
      <ol className={`plain-list ${classes.hints}`}>
        {(specimen ? shown : usual).map((place) => (
          <Hint key={place} number={specimen && numberOf(place)} {...hintOf(place)} />
        ))}
        {specimen && !shown.includes('serial') && <Hint number={null} {...hintOf('serial')} />}
        <Hint
          number={null}
          title={t`Certificate paper`}
          sentence={t`A hologram, a security thread or a watermark belongs to the paper. Neither this picture nor a photocopy shows it. Ask the university which of them its paper has.`}
        />
      </ol>
    </section>
  );
}

/** The places on every sheet. */
const usual: PlaceOfSheet[] = ['number', 'qr', 'code', 'serial'];

function Picture({ specimen, numberOf }: { specimen: Specimen; numberOf: (place: PlaceOfSheet) => number }) {
  const { picture, width, height, places } = specimen;
  return (
    <figure className={classes.sheet} data-upright={height > width || undefined}>
      <img
        src={`data:image/webp;base64,${picture}`}
        width={width}
        height={height}
        alt={t`Specimen of a certificate of this university. The list below explains its numbers.`}
      />
      {places.map(({ what, x, y, lies }) => (
        <span
          key={`${what} ${x} ${y}`}
          className={classes.marker}
          data-lies={lies}
          style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
          aria-hidden
        >
          {numberOf(what)}
        </span>
      ))}
    </figure>
  );
}

function Hint({ number, title, sentence }: { number: number | null; title: string; sentence: string }) {
  return (
    <li className={classes.hint}>
      <span className={classes.number} data-plain={number === null || undefined}>
        {number}
      </span>
      <span>
        <strong>{title}</strong>
        <br />
        {sentence}
      </span>
    </li>
  );
}

function hintOf(place: PlaceOfSheet): { title: string; sentence: string } {
  switch (place) {
    case 'number':
      return {
        title: t`Convocation number`,
        sentence: t`It belongs to one certificate only. The answer on this page repeats it.`,
      };
    case 'photo':
      return { title: t`Photo`, sentence: t`It shows the person who received the certificate.` };
    case 'qr': {
      const address = `${location.host}/verify`;
      return {
        title: t`QR code`,
        sentence: t`It leads to ${address}. A code that leads to another address is not the university’s.`,
      };
    }
    case 'code':
      return {
        title: t`Verification code`,
        sentence: t`Ten letters and digits, different on every sheet. Enter it where the QR code cannot be scanned.`,
      };
    case 'serial':
      return {
        title: t`Serial number of the sheet`,
        sentence: t`The number of the certificate paper. It must be the serial number in the answer, and no second sheet has it.`,
      };
    case 'signature':
      return { title: t`Signatures`, sentence: t`Above the office that signs, and its holder.` };
    case 'seal':
      return { title: t`Seal`, sentence: t`The place of the university’s seal or embossing.` };
  }
}
