import { ActionIcon, Button, Group, Menu, NativeSelect, Tooltip } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconLayoutAlignCenter,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import { paperSize } from '#features/certificates/template.ts';
import { ariaKeys } from '#platform/web/components/screen-registry.ts';
import { optionsOf } from '#shared/labels.ts';
import { t } from '#shared/words.ts';
import { type Sample, sampleLabels } from '../../picture-contract.ts';
import { type Alignment, aligned, distributed, type Rectangle } from './geometry.ts';
import { studioKeys } from './studio-keys.ts';
import type { StudioAction, StudioState } from './studio-state.ts';

const alignments: readonly [Alignment, string][] = [
  ['left', t`Align left edges`],
  ['centre', t`Align centres`],
  ['right', t`Align right edges`],
  ['top', t`Align top edges`],
  ['middle', t`Align middles`],
  ['bottom', t`Align bottom edges`],
];

const zoomStep = 0.5;
const maximumZoom = 3;

/** The actions on the chosen boxes, and the choice of names in the picture. */
export function Tools(props: {
  state: StudioState;
  dispatch: (action: StudioAction) => void;
  sample: Sample;
  onSample: (sample: Sample) => void;
  /** How many times as wide as it fits the sheet is drawn. */
  zoom: number;
  onZoom: (zoom: number) => void;
}) {
  const { state, dispatch } = props;
  const { content, chosen, past, future } = state;
  const { zoom, onZoom } = props;
  const boxes = chosen.map((at) => content.boxes[at]!);

  function put(places: readonly Rectangle[], act: string): void {
    dispatch({ do: 'place', places: new Map(chosen.map((at, index) => [at, places[index]!])), act });
  }

  return (
    <Group className="unprinted" align="flex-end" gap="xs">
      <Group gap={4}>
        <Step
          label={t`Undo`}
          keys={studioKeys.undo.keys}
          off={past.length === 0 ? t`Undo: nothing was changed` : null}
          onClick={() => dispatch({ do: 'undo' })}
        >
          <IconArrowBackUp size={16} aria-hidden />
        </Step>
        <Step
          label={t`Redo`}
          keys={studioKeys.redo.keys}
          off={future.length === 0 ? t`Redo: nothing was undone` : null}
          onClick={() => dispatch({ do: 'redo' })}
        >
          <IconArrowForwardUp size={16} aria-hidden />
        </Step>
        <Step
          label={t`Zoom out`}
          off={zoom === 1 ? t`Zoom out: the whole sheet is shown` : null}
          onClick={() => onZoom(zoom - zoomStep)}
        >
          <IconZoomOut size={16} aria-hidden />
        </Step>
        <Step
          label={t`Zoom in`}
          off={zoom === maximumZoom ? t`Zoom in: this is the largest` : null}
          onClick={() => onZoom(zoom + zoomStep)}
        >
          <IconZoomIn size={16} aria-hidden />
        </Step>
      </Group>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconLayoutAlignCenter size={14} aria-hidden />}
          >{t`Align`}</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>
            {chosen.length === 0
              ? t`Choose a box first, more of them with Shift.`
              : chosen.length === 1
                ? t`With the sheet`
                : t`With each other`}
          </Menu.Label>
          {chosen.length > 0 &&
            alignments.map(([alignment, label]) => (
              <Menu.Item
                key={alignment}
                onClick={() => put(aligned(boxes, alignment, paperSize(content)), `align ${alignment}`)}
              >
                {label}
              </Menu.Item>
            ))}
          {chosen.length > 2 && (
            <>
              <Menu.Item onClick={() => put(distributed(boxes, 'x'), 'distribute x')}>
                {t`Same gaps from left to right`}
              </Menu.Item>
              <Menu.Item onClick={() => put(distributed(boxes, 'y'), 'distribute y')}>
                {t`Same gaps from top to bottom`}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <NativeSelect
        size="xs"
        aria-label={t`Names in the picture`}
        data={optionsOf(sampleLabels)}
        value={props.sample}
        onChange={(event) => props.onSample(event.currentTarget.value as Sample)}
      />
    </Group>
  );
}

function Step(props: {
  label: string;
  keys?: readonly string[];
  /** The label with why it does nothing now. */
  off: string | null;
  onClick: () => void;
  children: React.ReactNode;
}) {
  return (
    <Tooltip label={props.off ?? props.label}>
      <ActionIcon
        variant="default"
        size={30}
        aria-label={props.label}
        aria-keyshortcuts={props.keys && ariaKeys(...props.keys)}
        aria-disabled={props.off !== null || undefined}
        data-disabled={props.off !== null || undefined}
        onClick={props.off === null ? props.onClick : undefined}
      >
        {props.children}
      </ActionIcon>
    </Tooltip>
  );
}
