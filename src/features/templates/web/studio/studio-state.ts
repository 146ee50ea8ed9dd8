import { type Box, paperSize, type TemplateContent } from '#features/certificates/template.ts';
import { t } from '#shared/words.ts';
import { findFreeSpace, keepOnSheet, type Rectangle, type Size } from './geometry.ts';
import { boxFields, fieldOf, fieldsOf, newLine, textBox, textSize } from './sheet-fields.ts';

export type StudioState = {
  content: TemplateContent;
  past: readonly TemplateContent[];
  future: readonly TemplateContent[];
  /** The indexes of the chosen boxes; the panel shows the last one. */
  chosen: readonly number[];
  /** The act in progress: a drag or a typed word is undone as one step. */
  act: string | null;
};

export type StudioAction =
  | { do: 'load'; content: TemplateContent }
  | { do: 'choose'; at: number; isAdded?: boolean }
  | { do: 'choose_none' }
  | { do: 'place_field'; field: string }
  | { do: 'add_wording' }
  | { do: 'move'; by: { x: number; y: number }; act: string }
  | { do: 'place'; places: ReadonlyMap<number, Rectangle>; act: string }
  | { do: 'change'; at: number; box: Box; act: string }
  | { do: 'remove' }
  | { do: 'undo' }
  | { do: 'redo' };

const maximumBoxes = 60;
const undoSteps = 100;

export function openStudio(content: TemplateContent): StudioState {
  return { content, past: [], future: [], chosen: [], act: null };
}

export function studioReducer(state: StudioState, action: StudioAction): StudioState {
  const { content, past, future, chosen } = state;
  switch (action.do) {
    case 'load':
      return openStudio(action.content);
    case 'choose': {
      if (!action.isAdded) return { ...state, chosen: [action.at], act: null };
      const others = chosen.filter((at) => at !== action.at);
      return { ...state, chosen: others.length < chosen.length ? others : [...others, action.at], act: null };
    }
    case 'choose_none':
      return { ...state, chosen: [], act: null };
    case 'place_field':
      return placeField(state, action.field);
    case 'add_wording':
      return addBox(state, textSize, (place) => textBox(place, [newLine(t`Text`)]));
    case 'move': {
      const size = paperSize(content);
      const places = chosen.map((at) => {
        const { x, y, ...box } = content.boxes[at]!;
        return [at, keepOnSheet({ ...box, x: x + action.by.x, y: y + action.by.y }, size)] as const;
      });
      return placed(state, new Map(places), action.act);
    }
    case 'place':
      return placed(state, action.places, action.act);
    case 'change':
      return changed(state, content.boxes.with(action.at, action.box), { act: action.act });
    case 'remove': {
      // A template needs at least one box.
      const left = content.boxes.filter((_, at) => !chosen.includes(at));
      return left.length === 0 ? state : changed(state, left, { chosen: [] });
    }
    case 'undo': {
      const before = past.at(-1);
      if (!before) return state;
      return stepped(state, { content: before, past: past.slice(0, -1), future: [content, ...future] });
    }
    case 'redo': {
      const after = future[0];
      if (!after) return state;
      return stepped(state, { content: after, past: [...past, content], future: future.slice(1) });
    }
  }
}

function stepped(state: StudioState, step: Pick<StudioState, 'content' | 'past' | 'future'>): StudioState {
  const chosen = state.chosen.filter((at) => at < step.content.boxes.length);
  return { ...step, chosen, act: null };
}

/** `act` names the act in progress: its steps are undone together. */
function changed(
  { content, past, chosen, act: last }: StudioState,
  boxes: readonly Box[],
  next: { act?: string; chosen?: readonly number[] },
): StudioState {
  const act = next.act ?? null;
  const isSame = act !== null && act === last;
  return {
    content: { ...content, boxes: [...boxes] },
    past: isSame ? past : [...past, content].slice(-undoSteps),
    future: [],
    chosen: next.chosen ?? chosen,
    act,
  };
}

function placed(state: StudioState, places: ReadonlyMap<number, Rectangle>, act: string): StudioState {
  const size = paperSize(state.content);
  const boxes = state.content.boxes.map((box, at) => {
    const place = places.get(at);
    return place ? { ...box, ...keepOnSheet(place, size) } : box;
  });
  const isMoved = boxes.some((box, at) => {
    const before = state.content.boxes[at]!;
    return (['x', 'y', 'width', 'height'] as const).some((side) => box[side] !== before[side]);
  });
  return isMoved ? changed(state, boxes, { act }) : state;
}

/** Chooses the box that has the field, also among other wording; adds one where none does. */
function placeField(state: StudioState, field: string): StudioState {
  const { boxes } = state.content;
  const own = boxes.findIndex((box) => fieldOf(box) === field);
  const at = own >= 0 ? own : boxes.findIndex((box) => fieldsOf(box).includes(field));
  if (at >= 0) return { ...state, chosen: [at], act: null };
  const { size, make } = boxFields.find(({ key }) => key === field)!;
  return addBox(state, size, make);
}

function addBox(state: StudioState, size: Size, make: (place: Rectangle) => Box): StudioState {
  const { boxes } = state.content;
  if (boxes.length >= maximumBoxes) return state;
  const sheet = paperSize(state.content);
  const place = keepOnSheet(findFreeSpace(size, boxes, sheet), sheet);
  return changed(state, [...boxes, make(place)], { chosen: [boxes.length] });
}
