import { useEffect, useRef, useState } from 'react';
import { findHidden, withoutInvisible } from '#shared/characters.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { VerifyQuestion } from '../contract.ts';
import type { CameraScan } from './camera-scan.tsx';

export type ScanState =
  | { step: 'idle' }
  | { step: 'starting' }
  /** `note` is about a code that was seen but is not one of ours. */
  | { step: 'camera'; View: typeof CameraScan; note: string | null }
  | { step: 'reading'; name: string; progress: { page: number; pages: number } | null }
  | { step: 'refused'; sentence: string }
  | { step: 'several'; questions: VerifyQuestion[] };

/**
 * Reads a sheet's QR code from the camera or a file, in the browser. The reader is loaded on demand; a newer file, the
 * camera or leaving the page aborts.
 */
export function useScan(onFound: (question: VerifyQuestion) => void) {
  const [state, setState] = useState<ScanState>({ step: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  function begin(next: ScanState): AbortSignal {
    running.current?.abort();
    running.current = new AbortController();
    setState(next);
    return running.current.signal;
  }

  function close(): void {
    begin({ step: 'idle' });
  }

  function choose(question: VerifyQuestion): void {
    close();
    onFound(question);
  }

  /** Verifies the one certificate, or lets the user choose one; returns why there is none. */
  function settle(texts: readonly string[]): string | null {
    const all = readAllScanned(texts, location.href);
    const questions = all.flatMap((one) => (one.kind === 'certificate' ? [one.question] : []));
    const [first, second] = questions;
    if (second) begin({ step: 'several', questions });
    else if (first) choose(first);
    return first ? null : sentenceOf(all[0]);
  }

  async function openCamera(): Promise<void> {
    const signal = begin({ step: 'starting' });
    try {
      const { CameraScan } = await import('./camera-scan.tsx');
      if (!signal.aborted) setState({ step: 'camera', View: CameraScan, note: null });
    } catch {
      if (!signal.aborted) begin({ step: 'refused', sentence: notLoaded() });
    }
  }

  function takeCodes(texts: readonly string[]): void {
    const note = settle(texts);
    if (note === null) return;
    setState((now) => (now.step === 'camera' && now.note !== note ? { ...now, note } : now));
  }

  async function takeFiles(files: ArrayLike<File> | null): Promise<void> {
    const [file, another] = Array.from(files ?? []);
    if (!file) return;
    if (another) {
      begin({ step: 'refused', sentence: t`Choose one file at a time.` });
      return;
    }
    const { name } = file;
    const signal = begin({ step: 'reading', name, progress: null });
    const onPage = (page: number, pages: number) => {
      if (!signal.aborted) setState({ step: 'reading', name, progress: { page, pages } });
    };
    const refuse = (sentence: string) => {
      if (!signal.aborted) begin({ step: 'refused', sentence });
    };
    try {
      const { readFile, UnreadFile } = await import('./read-file.ts');
      try {
        const texts = await readFile(file, { signal, onPage });
        if (signal.aborted) return;
        const sentence = settle(texts);
        if (sentence !== null) refuse(sentence);
      } catch (error) {
        refuse(error instanceof UnreadFile ? error.message : notLoaded());
      }
    } catch {
      refuse(notLoaded());
    }
  }

  /** The camera works, but the reader failed to load. */
  function stopBroken(): void {
    begin({ step: 'refused', sentence: notLoaded() });
  }

  return { state, openCamera, takeCodes, takeFiles, choose, close, stopBroken };
}

export type Scan = ReturnType<typeof useScan>;

/** The reader could not be downloaded or started; typing the numbers still works. */
function notLoaded(): string {
  return t`The QR code reader could not be loaded. Check the connection and try again, or enter the numbers above.`;
}

function sentenceOf(scanned: Scanned | undefined): string {
  switch (scanned?.kind) {
    case 'elsewhere':
      return t`This QR code leads to ${scanned.host}, not to this page, and was not opened. If it stands on a certificate of this university, ask the university before you trust it.`;
    case 'application':
      return t`This QR code belongs to an acknowledgement slip. Scan the one on the certificate.`;
    case 'no_certificate':
      return t`This QR code names no certificate. Proofs and specimens have such a code.`;
    case 'other':
      return t`This QR code does not belong to a certificate.`;
    default:
      return t`No QR code was found in this file. Choose a sharper picture that shows it from nearby, or enter the numbers above.`;
  }
}

/** What the text of a QR code means to /verify. Its URL is never opened. */
type Scanned =
  | { kind: 'certificate'; question: VerifyQuestion }
  /** An address of this portal without a number, as on a proof or a specimen. */
  | { kind: 'no_certificate' }
  /** From an acknowledgement slip. */
  | { kind: 'application' }
  | { kind: 'elsewhere'; host: string }
  | { kind: 'other' };

/** A sheet's code has a hundred characters; no QR code holds more than 4,296. */
const maximumLength = 1_000;

/**
 * Accepts only the verification address of the portal whose page is open: a code that leads to another host is a
 * forger's own check, whatever numbers it has. `here` is the page's URL.
 */
export function readScanned(text: string, here: string): Scanned {
  const written = withoutInvisible(text).trim();
  if (written.length > maximumLength || findHidden(written) !== null) return { kind: 'other' };
  const isPath = written.startsWith(`${paths.verify}?`);
  const isAddress = isPath || /^https?:\/\//i.test(written);
  if (!isAddress || !URL.canParse(written, here)) return { kind: 'other' };
  const { host, pathname, username, password, searchParams } = new URL(written, here);
  if (host !== new URL(here).host || username || password) return { kind: 'elsewhere', host };
  const page = pathname.replace(/\/$/, '');
  if (page === paths.status) return { kind: 'application' };
  if (page !== paths.verify) return { kind: 'other' };
  const one = (name: string) => {
    const [value, ...more] = searchParams.getAll(name);
    return more.length > 0 ? undefined : value?.trim() || undefined;
  };
  const question = VerifyQuestion.safeParse({ number: one('n'), code: one('c'), serial: one('s') });
  return question.success ? { kind: 'certificate', question: question.data } : { kind: 'no_certificate' };
}

/** All certificates without duplicates; without one, the single most informative result. */
export function readAllScanned(texts: readonly string[], here: string): Scanned[] {
  const all = texts.map((text) => readScanned(text, here));
  const certificates = new Map(
    all.flatMap((one) => (one.kind === 'certificate' ? [[JSON.stringify(one.question), one] as const] : [])),
  );
  if (certificates.size > 0) return [...certificates.values()];
  const telling = ['elsewhere', 'no_certificate', 'application', 'other'] as const;
  const first = telling.flatMap((kind) => all.find((one) => one.kind === kind) ?? [])[0];
  return first ? [first] : [];
}
