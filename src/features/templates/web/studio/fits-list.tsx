import { Text, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconArrowsMinimize } from '@tabler/icons-react';
import type { TemplateContent } from '#features/certificates/template.ts';
import { t } from '#shared/words.ts';
import type { LineFit } from '../../picture-contract.ts';
import { nameOfLine } from './sheet-fields.ts';

/** Every text that does not come out as set; pressing one leads to it. */
export function FitsList(props: {
  /** The content of the picture; boxes may have moved since. */
  content: TemplateContent;
  fits: readonly LineFit[];
  onGo: (fit: LineFit) => void;
}) {
  const { content, fits } = props;
  return (
    <section aria-label={t`Texts that do not fit`}>
      {fits.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t`Every text stands in its size and in its box.`}
        </Text>
      ) : (
        <ul className="plain-list">
          {fits.map((fit) => (
            <li key={`${fit.box}:${fit.line}`}>
              <UnstyledButton fz="sm" mih={24} onClick={() => props.onGo(fit)}>
                {fit.state === 'smaller' ? (
                  <IconArrowsMinimize size={14} aria-hidden />
                ) : (
                  <IconAlertTriangle size={14} aria-hidden />
                )}{' '}
                {sentenceOf(fit, content)}
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function sentenceOf(
  { box, line, state, size, wantedSize, floor }: LineFit,
  content: TemplateContent,
): string {
  const found = content.boxes[box];
  const name = found?.kind === 'text' && found.lines[line] ? nameOfLine(found.lines[line]) : '';
  switch (state) {
    case 'smaller':
      return t`${name} did not fit at ${wantedSize} pt and is printed at ${size} pt.`;
    case 'too_long':
      return t`${name}: too long even at its smallest size, ${floor} pt. Nothing is printed of it.`;
    case 'outside':
      return t`${name}: leaves its box above or below.`;
  }
}
